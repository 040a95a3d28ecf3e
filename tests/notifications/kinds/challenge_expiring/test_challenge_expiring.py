"""A challenge that nobody has answered is told of once, three days before it expires."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import challenges
from games.tasks import announce_expiring_challenges
from notifications.models import Notice
from tests.factories import ChallengeFactory

DAY = timedelta(days=1)


@pytest.fixture
def nearly():
    """28 days from now: two before what is sent now expires."""
    return timezone.now() + 28 * DAY


def told(deliver, now) -> dict[str, str]:
    """Subjects of the mails about it, by address."""
    return {message.to[0]: message.subject for message in deliver(now=now) if "expires in" in message.subject}


def test_both_are_told_once(alice, boris, deliver, nearly):
    ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    assert [challenges.announce_expiring(now=nearly) for _ in range(2)] == [1, 0]
    subjects = told(deliver, nearly)
    assert set(subjects) == {"alice@example.org", "boris@example.org"}
    assert subjects["boris@example.org"] == "Alice is still waiting: the challenge expires in 2 days (Mastery)"
    assert subjects["alice@example.org"] == "Your challenge to Boris expires in 2 days (Mastery)"


def test_an_address_without_an_account_gets_no_second_mail_and_the_challenger_learns_nothing(alice, deliver, nearly):
    ChallengeFactory(challenger=alice, audience="address", address="dora@example.net")
    challenges.announce_expiring(now=nearly)
    assert told(deliver, nearly) == {
        "alice@example.org": "Your challenge to dora@example.net expires in 2 days (Mastery)"
    }


def test_an_address_with_an_account_is_told_as_its_player_and_the_challenger_learns_nothing(
    alice, boris, deliver, nearly
):
    ChallengeFactory(challenger=alice, audience="address", address=boris.email)
    challenges.announce_expiring(now=nearly)
    subjects = told(deliver, nearly)
    assert set(subjects) == {"alice@example.org", "boris@example.org"}
    assert "boris@example.org" in subjects["alice@example.org"]


@pytest.mark.parametrize("audience", ["anyone", "link"])
def test_a_challenge_that_was_sent_to_nobody_in_particular_is_not_announced(alice, nearly, audience):
    ChallengeFactory(challenger=alice, audience=audience)
    assert challenges.announce_expiring(now=nearly) == 0


def test_a_challenge_that_is_answered_is_not_told_even_after_the_announcement(alice, boris, deliver, nearly):
    declined, accepted = (ChallengeFactory(challenger=alice, audience="player", opponent=boris) for _ in range(2))
    challenges.decline(declined.pk, user=boris)
    assert challenges.announce_expiring(now=nearly) == 1
    challenges.accept(accepted.pk, user=boris)
    assert told(deliver, nearly) == {}


def test_it_is_too_early_four_days_before(alice, boris):
    ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    assert announce_expiring_challenges() == 0
    assert challenges.announce_expiring(now=timezone.now() + 26 * DAY) == 0
    assert not Notice.objects.filter(kind="challenge_expiring").exists()
