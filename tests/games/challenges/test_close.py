"""Declining, withdrawing and expiring: how a challenge ends without a game."""

from datetime import timedelta

import pytest

from accounts.models import User
from core.refusal import Refusal
from games import challenges
from games.models import Challenge
from tests.games.challenges.conftest import NOON, refused

LATER = NOON + timedelta(days=2)


def decline(challenge, user, **more):
    challenges.decline(challenge.pk, user=user, now=LATER, **more)


def withdraw(challenge, user):
    challenges.withdraw(challenge.pk, user=user, now=LATER)


def test_the_player_it_is_for_declines_with_a_reason(offer, boris, news):
    challenge = offer(audience="player", opponent=boris)
    decline(challenge, boris, reason=" No time. ")
    challenge.refresh_from_db()
    assert (challenge.status, challenge.reason, challenge.closed_at) == ("declined", "No time.", LATER)
    assert news == [("received", challenge.pk), ("declined", challenge.pk)]


def test_a_player_whom_an_invitation_by_mail_reached_may_decline_it(offer, carol):
    challenge = offer(audience="address", address="dora@example.org")
    decline(challenge, carol)
    challenge.refresh_from_db()
    assert (challenge.status, challenge.opponent) == ("declined", carol)


@pytest.mark.parametrize("audience", ["anyone", "link"])
def test_nobody_declines_a_challenge_that_is_open_to_many(offer, boris, audience):
    assert refused(decline, offer(audience=audience), boris) == "not_yours"


def test_nobody_declines_for_another_nor_their_own(offer, alice, boris, carol):
    for challenge in (offer(audience="player", opponent=boris), offer(audience="address", address=boris.email)):
        assert refused(decline, challenge, carol) == "not_yours"
        assert refused(decline, challenge, alice) == "not_yours"


def test_a_reason_too_long_declines_nothing(offer, boris):
    challenge = offer(audience="player", opponent=boris)
    assert refused(decline, challenge, boris, reason="x" * 301) == "too_long"
    challenge.refresh_from_db()
    assert challenge.is_pending


def test_its_challenger_withdraws_it_and_nobody_else(offer, alice, boris, news):
    challenge = offer()
    assert refused(withdraw, challenge, boris) == "not_yours"
    withdraw(challenge, alice)
    challenge.refresh_from_db()
    assert (challenge.status, challenge.closed_at) == ("withdrawn", LATER)
    assert news == []


def test_withdrawing_an_invitation_does_not_tell_whose_address_it_was(offer, alice, boris):
    challenge = offer(audience="address", address=boris.email)
    withdraw(challenge, alice)
    challenge.refresh_from_db()
    assert challenge.addressee == boris.email


@pytest.mark.parametrize("end", ["accepted", "declined", "withdrawn", "expired"])
def test_a_closed_challenge_stays_as_it_is(offer, alice, boris, news, end):
    challenge = offer(audience="player", opponent=boris, now=NOON - challenges.LASTS if end == "expired" else NOON)
    if end == "accepted":
        challenges.accept(challenge.pk, user=boris, now=NOON)
    elif end == "declined":
        decline(challenge, boris)
    elif end == "withdrawn":
        withdraw(challenge, alice)
    told = list(news)
    code = "taken" if end == "accepted" else end
    assert refused(decline, challenge, boris) == code
    assert refused(withdraw, challenge, alice) == code
    assert news == told


def test_after_thirty_days_it_expires(offer):
    old, young = offer(), offer(now=NOON + timedelta(seconds=1))
    assert challenges.expire_due(NOON + challenges.LASTS) == 1
    old.refresh_from_db()
    young.refresh_from_db()
    assert (old.status, old.closed_at) == ("expired", NOON + challenges.LASTS)
    assert young.is_pending
    assert challenges.expire_due(NOON + challenges.LASTS) == 0


def test_the_sweep_closes_many_challenges_in_batches(offer):
    """However many fell due while nothing ran."""
    for _ in range(3):
        offer()
    assert [challenges.expire_due(NOON + challenges.LASTS, batch=2) for _ in range(3)] == [2, 1, 0]


def test_it_expires_when_its_challenger_is_gone_and_is_listed_no_longer(offer, alice):
    offer()
    assert Challenge.objects.listed(NOON).count() == 1
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert Challenge.objects.listed(NOON).count() == 0
    assert challenges.expire_due(NOON) == 1


def test_expiring_leaves_answered_challenges_alone(offer, boris):
    challenge = offer()
    challenges.accept(challenge.pk, user=boris, now=NOON)
    assert challenges.expire_due(NOON + 2 * challenges.LASTS) == 0


@pytest.mark.parametrize(
    ("ended_by", "then", "says"),
    [
        ("accept boris", "decline boris", "You’ve already accepted this challenge. The game has started."),
        ("accept boris", "withdraw alice", "Your challenge has already been accepted. The game has started."),
        ("decline boris", "accept boris", "You’ve already declined this challenge."),
        ("decline boris", "withdraw alice", "Your challenge has already been declined."),
        ("withdraw alice", "withdraw alice", "You’ve already withdrawn this challenge."),
        ("withdraw alice", "accept boris", "This challenge was withdrawn."),
    ],
)
def test_a_player_who_comes_after_an_answer_reads_who_gave_it(offer, alice, boris, ended_by, then, says):
    challenge, people = offer(audience="player", opponent=boris), {"alice": alice, "boris": boris}

    def act(words):
        act, name = words.split()
        getattr(challenges, act)(challenge.pk, user=people[name], now=NOON)

    act(ended_by)
    with pytest.raises(Refusal, match=says):
        act(then)


def test_a_player_who_accepts_an_open_challenge_too_late_reads_that_somebody_else_has_it(offer, boris, carol):
    challenge = offer()
    challenges.accept(challenge.pk, user=carol, now=NOON)
    with pytest.raises(Refusal, match="Another player has already accepted"):
        challenges.accept(challenge.pk, user=boris, now=NOON)
