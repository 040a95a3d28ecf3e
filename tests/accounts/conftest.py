"""For the tests of accounts: limits that start afresh, and the words of somebody who signs up."""

import re

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

PASSWORD = "a quiet evening with a board"


@pytest.fixture(autouse=True)
def unlimited():
    """Rate limits count in the cache, which tests must not share with one another."""
    cache.clear()


@pytest.fixture
def sign_up(client, db):
    """Sends the sign-up form as a newcomer fills it in."""

    def send(*, username="Dora", email="dora@example.org", password1=PASSWORD, **fields):
        data = {"username": username, "email": email, "password1": password1, **fields}
        return client.post(reverse("account_signup"), data)

    return send


@pytest.fixture
def alice_with_password(alice):
    """Alice, who logs in by typing."""
    alice.set_password(PASSWORD)
    alice.save()
    return alice


@pytest.fixture
def confirm_password(client):
    """Confirms her password, which the site asks for before anything that concerns safety."""

    def send():
        return client.post(reverse("account_reauthenticate"), {"password": PASSWORD})

    return send


def code_of(secret: str) -> str:
    """The code shown now: the one before would no longer be taken if half a minute ended meanwhile."""
    _, now, _ = yield_hotp_counters_from_time()
    return format_hotp_value(hotp_value(secret, now))


@pytest.fixture
def secret(client, alice_with_password, confirm_password) -> str:
    """Alice sets up an app; this is what the app knows."""
    client.force_login(alice_with_password)
    confirm_password()
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    found = re.search(r'class="secret">([A-Z2-7]+)<', page)[1]
    response = client.post(reverse("mfa_activate_totp"), {"code": code_of(found)})
    assert response.url == reverse("mfa_view_recovery_codes")
    return found


def link_in(message) -> str:
    """The path of the one link in a mail."""
    links = re.findall(r"https?://[^/\s]+(/\S*)", message.body)
    assert len(links) == 1, message.body
    return links[0]


@pytest.fixture
def newest_link():
    return lambda: link_in(mail.outbox[-1])
