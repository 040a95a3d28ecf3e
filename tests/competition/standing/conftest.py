"""Standing challenges are made at NOON, when everybody has just been seen; `stand` makes one of Alice's, for Mastery at
three days per turn."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from accounts.models import User
from competition import events
from core.refusal import Refusal
from games.models import Challenge
from tests.factories import StandingFactory

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)


@pytest.fixture
def stand(alice):
    def make(**given):
        owner = given.setdefault("owner", alice)
        see(owner, given.setdefault("now", NOON))
        return StandingFactory(**given)

    return make


def see(user: User, now: datetime) -> None:
    """They open a page."""
    User.objects.filter(pk=user.pk).update(last_visit_at=now)


def refused(act, *args, **more) -> tuple[str, int, str]:
    """The code, the status and the sentence of the refusal that `act` meets."""
    with pytest.raises(Refusal) as refusal:
        act(*args, **more)
    return refusal.value.code, refusal.value.status, refusal.value.sentence


def is_listed(standing, *, now: datetime = NOON) -> bool:
    return Challenge.objects.listed(now).filter(pk=standing.challenge_id).exists()


@pytest.fixture
def pauses():
    """What was announced as paused: for whom, which, and why."""
    heard = []

    def receive(user_id, standing_ids, why, **_):
        heard.append((user_id, standing_ids, why))

    events.standing_paused.connect(receive)
    yield heard
    events.standing_paused.disconnect(receive)


@pytest.fixture
def logged_in(client, alice):
    """A browser of Alice’s, who is here now."""
    see(alice, timezone.now())
    client.force_login(alice)
    return client


def shown(page) -> str:
    """The page in one line."""
    return " ".join(page.content.decode().split())
