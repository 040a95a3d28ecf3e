"""Challenges are made at NOON; `offer` sends one of Alice's, for Mastery at three days per turn, to anyone."""

from datetime import UTC, datetime

import pytest

from core.refusal import Refusal
from games import events
from tests.factories import ChallengeFactory

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)


@pytest.fixture
def offer(alice):
    def send(**terms):
        return ChallengeFactory(**{"challenger": alice, "now": NOON, **terms})

    return send


@pytest.fixture
def news():
    """What was announced of challenges since: name of the event and the challenge's id, in order."""
    heard, receivers = [], []
    for name in ("received", "accepted", "declined"):

        def receive(sender, signal, challenge_id, name=name, **_):
            heard.append((name, challenge_id))

        signal = getattr(events, f"challenge_{name}")
        signal.connect(receive, weak=False)
        receivers.append((signal, receive))
    yield heard
    for signal, receive in receivers:
        signal.disconnect(receive)


def refused(act, *args, **more) -> str:
    """The code of the refusal that `act` meets; it must come with a sentence."""
    with pytest.raises(Refusal, match=r"^[A-Z].*\.$") as refusal:
        act(*args, **more)
    return refusal.value.code
