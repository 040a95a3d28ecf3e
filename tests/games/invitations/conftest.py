"""Alice has invited somebody by email: what stands in the email, and how that person signs up."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Challenge
from notifications.channels.email.composing import compose
from notifications.models import Notice
from tests.factories import ChallengeFactory

PASSWORD = "a quiet evening with a board"
ADDRESS = "dora@example.org"


@pytest.fixture(autouse=True)
def unlimited():
    """Rate limits count in the cache, which tests must not share with one another."""
    cache.clear()


@pytest.fixture
def invitation(alice) -> Challenge:
    return ChallengeFactory(challenger=alice, audience="address", address=ADDRESS)


def write_email(challenge: Challenge) -> str:
    """The text of the invitation's email, as it is sent."""
    notice = Notice.objects.get(kind="invitation", payload__challenge=challenge.pk)
    return str(compose(notice, now=timezone.now()).body)


def secret_of(challenge: Challenge) -> str:
    """What stands behind the “#” of the link in the email."""
    [found] = re.findall(r"/invitation/[\w-]{43}/#m=([\w-]+)", write_email(challenge))
    return found


def page_of(challenge: Challenge) -> str:
    return reverse("invitation", args=[challenge.token])


def follow(challenge: Challenge, *, secret: str | None = None, client: Client | None = None) -> Client:
    """A browser in which the link of the email was opened: its script posts the secret."""
    client = client or Client()
    posted = {"secret": secret_of(challenge) if secret is None else secret}
    client.post(reverse("invitation_mailbox", args=[challenge.token]), posted)
    return client


def sign_up(client: Client, challenge: Challenge, *, email: str = ADDRESS, username: str = "Dora"):
    fields = {"username": username, "email": email, "password1": PASSWORD, "next": page_of(challenge)}
    return client.post(reverse("account_signup"), fields)
