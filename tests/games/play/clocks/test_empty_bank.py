"""A bank that is empty: its turn is due at once, but not while the clock stands."""

from datetime import timedelta

import pytest

from accounts.time_off import vacation
from engine.contract import Side
from games import play
from games.clock import DAY, GRACE, Bank
from games.models import Seat
from tests.factories import GameFactory, give_vacation, play_turns
from tests.games.play.clocks.test_weekends import at
from tests.games.play.conftest import NOON, log_of

DARK, LIGHT = Side.FIRST, Side.SECOND
FRIDAY, SATURDAY, MONDAY = at("2027-01-08 12:00"), at("2027-01-09 12:00"), at("2027-01-10 23:00")
"""Noon in Greenwich twice, and the end of the weekend in Berlin."""


@pytest.fixture
def start(alice, boris):
    """Starts games of Alice, whose bank is empty and gets no more; Boris is to move, and has time."""

    def start(**terms):
        game = GameFactory(**{"first": alice, "second": boris, "control": Bank(3, 0, 7), "now": FRIDAY, **terms})
        play_turns(game, "Md1-c1", now=FRIDAY)
        Seat.objects.filter(game=game, side=DARK).update(bank=timedelta())
        return game

    return start


def reply(game, now):
    play_turns(game, "Mc8-b8", now=now)
    game.refresh_from_db()
    return game.deadline_at


def test_it_is_due_at_once_while_the_clock_runs(start):
    game = start()
    assert reply(game, SATURDAY) == SATURDAY
    assert play.run_out(game.pk, now=SATURDAY + 2 * GRACE)


def test_on_a_weekend_it_is_due_when_the_weekend_is_over(start):
    game = start(weekends=True)
    assert reply(game, SATURDAY) == MONDAY
    assert not play.run_out(game.pk, now=MONDAY)
    assert play.run_out(game.pk, now=MONDAY + 2 * GRACE)


def test_a_turn_on_that_weekend_is_in_time_and_leaves_the_bank_empty(start):
    game = start(weekends=True)
    reply(game, SATURDAY)
    play_turns(game, "Mc1-b1", now=MONDAY - GRACE)
    assert game.seats.get(side=DARK).bank == timedelta()


def test_in_vacation_it_is_due_when_that_is_over_or_used_up(start, alice):
    give_vacation(alice, days=10, now=NOON)
    vacation.book(alice, from_at=SATURDAY - DAY, until_at=SATURDAY + 5 * DAY, now=NOON)
    assert reply(start(vacation_days=14), SATURDAY) == SATURDAY + 5 * DAY
    assert reply(start(vacation_days=2), SATURDAY) == SATURDAY + 2 * DAY


def test_in_a_pause_it_is_due_when_that_is_over(start):
    game = start()
    play.offers.propose(game.pk, "pause", side=DARK, until=SATURDAY + 5 * DAY, now=FRIDAY)
    play.offers.accept(game.pk, "pause", side=LIGHT, now=FRIDAY)
    assert reply(game, SATURDAY) == SATURDAY + 5 * DAY


def test_vacation_that_is_set_on_the_weekend_comes_before_it_runs_out(start, alice):
    give_vacation(alice, days=10, now=NOON)
    game = start(weekends=True, vacation_days=14)
    reply(game, SATURDAY)
    vacation.book(alice, from_at=SATURDAY, until_at=SATURDAY + 4 * DAY, now=SATURDAY)
    assert log_of(game) == [("vacation", SATURDAY + 4 * DAY)]


def test_a_turn_taken_back_on_a_weekend_that_left_nothing_has_half_a_day_after_it(start):
    game = start(weekends=True)
    reply(game, SATURDAY)
    play_turns(game, "Mc1-b1", now=SATURDAY)
    play.offers.propose(game.pk, "takeback", side=DARK, now=SATURDAY)
    play.offers.accept(game.pk, "takeback", side=LIGHT, now=SATURDAY)
    game.refresh_from_db()
    assert (game.side_to_move, game.deadline_at) == (DARK, MONDAY + DAY / 2)
