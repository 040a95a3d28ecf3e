"""Accepting a challenge, which starts the game it offers."""

from datetime import timedelta

import pytest

from accounts.models import User
from engine.contract import Side
from games import challenges
from games.clock import DAY, Bank
from games.models import Game
from tests.games.challenges.conftest import NOON, refused

LATER = NOON + timedelta(days=2)


def accept(challenge, user, now=LATER):
    return challenges.accept(challenge.pk, user=user, now=now)


def test_the_game_is_the_one_that_was_offered(offer, alice, boris, news):
    challenge = offer(
        options={"rules": "woag", "draws": ["repetition"]}, control=Bank(2, 1, 4), private=True, side="second"
    )
    game = accept(challenge, boris)
    challenge.refresh_from_db()
    game.refresh_from_db()
    assert (challenge.status, challenge.opponent, challenge.closed_at) == ("accepted", boris, LATER)
    assert list(challenge.games.all()) == [game]
    assert (game.options, game.control, game.private) == (challenge.options, challenge.control, True)
    assert (game.started_at, game.deadline_at) == (LATER, LATER + 2 * DAY)
    assert [seat.user for seat in game.seats.order_by("side")] == [boris, alice]
    assert news == [("accepted", challenge.pk)]


@pytest.mark.parametrize("weekends", [True, False])
@pytest.mark.parametrize("vacation_days", [0, 60])
def test_weekends_and_vacation_hold_in_the_game_as_they_were_offered(offer, boris, weekends, vacation_days):
    game = accept(offer(weekends=weekends, vacation_days=vacation_days), boris)
    game.refresh_from_db()
    assert game.vacation_days == vacation_days
    assert set(game.seats.values_list("weekend", "zone")) == {
        ("67" * weekends, "Europe/Berlin"),
        ("67" * weekends, "America/New_York"),
    }


def test_the_challenger_sits_where_they_asked_and_at_random_on_either_side(offer, alice, boris):
    def challengers_side(side):
        return accept(offer(side=side), boris).seats.get(user=alice).side

    assert challengers_side("first") == Side.FIRST
    assert challengers_side("second") == Side.SECOND
    assert {challengers_side("random") for _ in range(30)} == set(Side)


@pytest.mark.parametrize("audience", ["anyone", "link", "address"])
def test_every_player_whom_it_reaches_may_accept(offer, carol, audience):
    challenge = offer(audience=audience, address="dora@example.org")
    assert accept(challenge, carol).seats.filter(user=carol).exists()


def test_an_invitation_may_be_accepted_under_another_account_than_the_address_has(offer, boris, carol):
    challenge = offer(audience="address", address=boris.email)
    accept(challenge, carol)
    challenge.refresh_from_db()
    assert (challenge.opponent, challenge.addressee) == (carol, "Carol")


def test_a_challenge_to_one_player_is_for_that_player_alone(offer, boris, carol):
    challenge = offer(audience="player", opponent=boris)
    assert refused(accept, challenge, carol) == "not_yours"
    accept(challenge, boris)


def test_nobody_accepts_their_own(offer, alice):
    assert refused(accept, offer(), alice) == "own"


def test_the_second_to_accept_is_told_and_starts_no_game(offer, boris, carol, news):
    challenge = offer()
    game = accept(challenge, boris)
    assert refused(accept, challenge, carol) == "taken"
    assert list(Game.objects.all()) == [game]
    assert len(news) == 1


def test_accepting_twice_leads_to_the_same_game(offer, boris):
    challenge = offer()
    assert accept(challenge, boris) == accept(challenge, boris)


def test_a_challenge_that_was_closed_cannot_be_accepted(offer, alice, boris):
    withdrawn, declined, swept = offer(), offer(audience="player", opponent=boris), offer(now=NOON - challenges.LASTS)
    challenges.withdraw(withdrawn.pk, user=alice, now=NOON)
    challenges.decline(declined.pk, user=boris, now=NOON)
    challenges.expire_due(NOON)
    codes = [refused(accept, challenge, boris) for challenge in (withdrawn, declined, swept)]
    assert codes == ["withdrawn", "declined", "expired"]


def test_thirty_days_are_the_limit_swept_or_not(offer, boris):
    challenge = offer()
    ends = NOON + challenges.LASTS
    assert refused(accept, challenge, boris, now=ends) == "expired"
    accept(challenge, boris, now=ends - timedelta(microseconds=1))


def test_a_challenge_dies_with_its_challengers_account(offer, alice, boris):
    challenge = offer()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert refused(accept, challenge, boris) == "gone"


def test_a_closed_account_accepts_nothing(offer, boris):
    User.objects.filter(pk=boris.pk).update(is_active=False)  # after the page was opened
    assert refused(accept, offer(), boris) == "not_yours"
