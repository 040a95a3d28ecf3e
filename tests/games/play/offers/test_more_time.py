"""More time by agreement."""

from datetime import timedelta

import pytest

from engine.contract import Side
from games import clock, play
from games.models import Seat
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON
from tests.games.play.offers.test_offers import refused

DARK, LIGHT = Side.FIRST, Side.SECOND
DAY = timedelta(days=1)


def agree(game, *, side, days, now=NOON):
    play.offers.propose(game.pk, "more_time", side=side, days=days, now=now)
    play.offers.accept(game.pk, "more_time", side=side.other, now=now)
    game.refresh_from_db()


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("days", [1, 14])
def test_either_side_may_offer_days_for_the_present_turn_whichever_is_to_move(game, side, days):
    before = game.deadline_at
    agree(game, side=side, days=days)
    assert game.deadline_at == before + days * DAY
    change = game.clock_changes.get()
    assert (change.kind, change.side, change.before_at, change.after_at) == (
        "more_time",
        DARK,
        before,
        game.deadline_at,
    )
    assert change.terms == {"days": days}


@pytest.mark.parametrize("days", [0, -1, 15, 1.5, True, "3"])
def test_only_1_to_14_whole_days_are_offered(game, days):
    assert (
        refused(lambda pk, side: play.offers.propose(pk, "more_time", side=side, days=days, now=NOON), game, DARK)
        == "bad_days"
    )


def test_the_days_are_days_on_which_the_clock_runs(game):
    """NOON is a Monday: three days end on Thursday, one more on Friday, two more on Monday after the weekend."""
    Seat.objects.filter(game=game, side=DARK).update(weekend="67", zone="UTC")
    agree(game, side=DARK, days=2)
    assert game.deadline_at == NOON + 7 * DAY


def test_ones_own_offer_may_be_changed_while_it_stands_and_is_told_once(game, news):
    play.offers.propose(game.pk, "more_time", side=DARK, days=2, now=NOON)
    play.offers.propose(game.pk, "more_time", side=DARK, days=5, now=NOON)
    assert [name for name, _ in news] == ["offer_made"]
    play.offers.accept(game.pk, "more_time", side=LIGHT, now=NOON)
    game.refresh_from_db()
    assert game.deadline_at == NOON + 8 * DAY


def test_while_the_other_sides_offer_stands_there_is_no_second(game):
    play.offers.propose(game.pk, "more_time", side=DARK, days=2, now=NOON)
    assert (
        refused(lambda pk, side: play.offers.propose(pk, "more_time", side=side, days=2, now=NOON), game, LIGHT)
        == "already_offered"
    )


def test_time_that_was_given_is_not_carried_over_into_the_bank(alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Bank(start=3, increment=1, cap=7), now=NOON)
    agree(game, side=LIGHT, days=10)
    play_turns(game, "Md1-c1", now=NOON)
    assert game.seats.get(side=DARK).bank == 4 * DAY


def test_a_late_player_may_be_given_time_within_the_grace(game):
    agree(game, side=DARK, days=1, now=game.deadline_at + timedelta(seconds=30))
    assert not game.is_over
