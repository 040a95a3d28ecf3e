"""Declining, withdrawing and expiring: how a challenge ends without a game."""

from datetime import timedelta

import pytest

from accounts.models import User
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


def test_whoever_an_invitation_by_mail_reached_may_decline_it(offer, carol):
    challenge = offer(audience="address", address="dora@example.org")
    decline(challenge, carol)
    challenge.refresh_from_db()
    assert (challenge.status, challenge.opponent) == ("declined", carol)


@pytest.mark.parametrize("audience", ["anyone", "link"])
def test_what_is_for_many_no_one_declines(offer, boris, audience):
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
def test_what_is_closed_stays_as_it_is(offer, alice, boris, news, end):
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


def test_of_many_the_sweep_closes_some_at_a_time(offer):
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
