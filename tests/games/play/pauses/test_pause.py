"""A pause by agreement."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.play.clocks import list_pauses
from games.play.pause import is_paused
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON
from tests.games.play.offers.test_offers import refused

DARK, LIGHT = Side.FIRST, Side.SECOND
DAY = timedelta(days=1)
UNTIL = NOON + 21 * DAY


def pause(game, *, until=UNTIL, now=NOON):
    play.offers.propose(game.pk, "pause", side=DARK, until=until, now=now)
    play.offers.accept(game.pk, "pause", side=LIGHT, now=now)
    game.refresh_from_db()
    return game


def resume(game, *, now):
    play.offers.propose(game.pk, "resume", side=LIGHT, now=now)
    play.offers.accept(game.pk, "resume", side=DARK, now=now)
    game.refresh_from_db()
    return game


def test_both_clocks_stand_until_the_day_and_then_have_the_time_that_was_left(game):
    pause(game, now=NOON + DAY)
    assert list_pauses(game) == ((NOON + DAY, UNTIL),)
    assert game.deadline_at == UNTIL + 2 * DAY
    change = game.clock_changes.get()
    assert (change.kind, change.before_at, change.after_at) == ("paused", NOON + 3 * DAY, UNTIL + 2 * DAY)
    assert change.terms == {"until": "2027-01-25T12:00:00+00:00"}


def test_moving_during_a_pause_is_allowed_and_does_not_end_it(game):
    play_turns(pause(game), "Md1-c1", now=NOON + 5 * DAY)
    assert is_paused(game, now=NOON + 5 * DAY)
    assert game.deadline_at == UNTIL + 3 * DAY


def test_a_turn_during_a_pause_costs_nothing_of_the_bank(alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Bank(start=3, increment=0, cap=7), now=NOON)
    play_turns(pause(game, now=NOON + DAY), "Md1-c1", now=NOON + 9 * DAY)
    assert game.seats.get(side=DARK).bank == 2 * DAY


def test_when_the_day_comes_the_clocks_run_on_by_themselves(game):
    pause(game, now=NOON + DAY)
    assert not is_paused(game, now=UNTIL)
    play.run_out_due(now=UNTIL + 2 * DAY + timedelta(seconds=59))
    game.refresh_from_db()
    assert not game.is_over
    play_turns(game, "Md1-c1", now=UNTIL + DAY)
    assert game.deadline_at == UNTIL + 4 * DAY


def test_a_pause_ends_before_its_day_by_agreement(game):
    resume(pause(game, now=NOON + DAY), now=NOON + 4 * DAY)
    assert game.deadline_at == NOON + 6 * DAY
    assert not is_paused(game, now=NOON + 4 * DAY)
    assert [change.kind for change in game.clock_changes.order_by("pk")] == ["paused", "resumed"]


def test_a_pause_that_is_over_may_be_followed_by_another(game):
    resume(pause(game, now=NOON), now=NOON + DAY)
    pause(game, now=NOON + 2 * DAY)
    assert game.deadline_at == UNTIL + 2 * DAY


@pytest.mark.parametrize(
    ("ahead", "allowed"),
    [
        (timedelta(0), False),
        (-DAY, False),
        (timedelta(minutes=1), True),
        (90 * DAY, True),
        (90 * DAY + timedelta(minutes=1), False),
    ],
)
def test_a_pause_ends_in_the_future_90_days_ahead_at_most(game, ahead, allowed):
    if allowed:
        assert pause(game, until=NOON + ahead).paused_until == NOON + ahead
        return
    offer = refused(
        lambda pk, side: play.offers.propose(pk, "pause", side=side, until=NOON + ahead, now=NOON), game, DARK
    )
    assert offer == "bad_pause"


def test_an_offer_whose_day_has_come_is_accepted_no_more(game):
    play.offers.propose(game.pk, "pause", side=DARK, until=NOON + DAY, now=NOON)
    with pytest.raises(Refusal, match="Choose a day in the future"):
        play.offers.accept(game.pk, "pause", side=LIGHT, now=NOON + DAY)


def test_a_pause_does_not_bring_back_time_that_is_up_but_more_time_does(game):
    play.offers.propose(game.pk, "pause", side=DARK, until=UNTIL, now=NOON)
    in_grace = NOON + 3 * DAY + timedelta(seconds=30)
    with pytest.raises(Refusal) as refusal:
        play.offers.accept(game.pk, "pause", side=LIGHT, now=in_grace)
    assert refusal.value.code == "time_is_up"
    game.refresh_from_db()
    assert (game.paused_until, game.deadline_at) == (None, NOON + 3 * DAY)
    play.offers.propose(game.pk, "more_time", side=DARK, days=1, now=in_grace)
    play.offers.accept(game.pk, "more_time", side=LIGHT, now=in_grace)
    game.refresh_from_db()
    assert game.deadline_at == NOON + 4 * DAY


def test_an_offer_to_end_a_pause_does_not_outlive_it(game):
    pause(game, until=NOON + DAY)
    play.offers.propose(game.pk, "resume", side=DARK, now=NOON)
    pause(game, now=NOON + 2 * DAY)
    assert game.offers == {}


def test_there_is_one_pause_at_a_time_and_only_a_pause_is_ended(game):
    assert refused(lambda pk, side: play.offers.propose(pk, "resume", side=side, now=NOON), game, DARK) == "not_paused"
    pause(game)
    offered = refused(lambda pk, side: play.offers.propose(pk, "pause", side=side, until=UNTIL, now=NOON), game, DARK)
    assert offered == "paused_already"
