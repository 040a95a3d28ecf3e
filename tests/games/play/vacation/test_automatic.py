"""Vacation that is used automatically: a day from the balance when time runs out, for every game due within it."""

from datetime import timedelta

import pytest

from accounts.models import Vacation
from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY, GRACE, Bank
from tests.factories import GameFactory, give_vacation, play_turns
from tests.games.play.conftest import NOON, log_of, state_of

HOUR = timedelta(hours=1)
DUE = NOON + 3 * DAY


@pytest.fixture
def start(alice, boris):
    """Starts games of Alice, who has two days of vacation and a bit: three days per turn, and vacation up to 14."""
    give_vacation(alice, days=2.1, now=NOON)

    def start(*, after=timedelta(), **terms):
        return GameFactory(**{"first": alice, "second": boris, "vacation_days": 14, "now": NOON + after, **terms})

    return start


def balance(user) -> timedelta:
    user.refresh_from_db()
    return user.vacation_balance


def test_a_day_is_taken_at_the_deadline_and_everybody_hears_of_it(start, alice, news):
    game = start()
    news.clear()
    assert play.run_out_due(now=DUE - HOUR) == play.run_out_due(now=DUE) == 0
    game.refresh_from_db()
    taken = Vacation.objects.get()
    assert (game.ended_at, game.deadline_at, game.revision) == (None, DUE + DAY, 2)
    assert (taken.user, taken.automatic, taken.from_at, taken.until_at) == (alice, True, DUE, DUE + DAY)
    assert balance(alice) == 1.1 * DAY + 3 * DAY / 12
    assert log_of(game) == [("automatic", DUE + DAY)]
    assert game.clock_changes.get().vacation == taken
    assert game.seats.get(side=Side.FIRST).vacation_used == DAY
    assert news == [
        ("deadline_moved", {"game_id": game.pk, "revision": 2}),
        ("vacation_used", {"user_id": alice.pk, "vacation_id": taken.pk}),
    ]


def test_one_day_serves_every_game_due_within_it_once_each(start, alice, news):
    games = [start(after=hours * HOUR) for hours in (0, 5, 23, 24)]
    news.clear()
    play.run_out_due(now=DUE)
    play.run_out_due(now=DUE + HOUR)
    assert Vacation.objects.count() == 1
    assert [len(log_of(game)) for game in games] == [1, 1, 1, 0]
    for game, hours in zip(games, (24, 29, 47, 24), strict=True):
        game.refresh_from_db()
        assert game.deadline_at == DUE + hours * HOUR
    assert [name for name, _ in news] == ["deadline_moved"] * 3 + ["vacation_used"]


def test_a_turn_that_begins_and_runs_out_within_a_day_taken_is_extended_by_it(start, alice, boris, news):
    start()
    later = start(first=boris, second=alice, control=Bank(10, 0, 10))
    later.seats.filter(user=alice).update(bank=2 * HOUR)
    play.run_out_due(now=DUE)
    play_turns(later, "Md1-c1", now=DUE + HOUR)
    news.clear()
    play.run_out_due(now=DUE + 3 * HOUR)
    later.refresh_from_db()
    assert (later.deadline_at, Vacation.objects.count()) == (DUE + 3 * HOUR + DAY, 1)
    assert [name for name, _ in news] == ["deadline_moved", "vacation_used"], "they are told of this game, too"


def test_a_sweep_that_comes_days_late_takes_the_days_that_would_have_been_taken_in_time(start, alice):
    games = [start(after=hours * HOUR) for hours in (5, 0)]
    assert play.run_out_due(now=DUE + 1.5 * DAY) == 0
    assert list(Vacation.objects.order_by("from_at").values_list("from_at", flat=True)) == [DUE, DUE + DAY]
    for game, hours in zip(games, (5, 0), strict=True):
        game.refresh_from_db()
        assert game.deadline_at == DUE + hours * HOUR + 2 * DAY
    assert play.run_out_due(now=DUE + 30 * DAY) == 2
    assert Vacation.objects.count() == 2
    assert balance(alice) < DAY


@pytest.mark.parametrize("why", ["switched off", "balance too small", "not in this game", "all used in this game"])
def test_a_game_for_which_no_day_may_be_used_is_lost_after_the_grace(start, alice, why):
    if why == "switched off":
        vacation.set_automatic(alice, False)
    if why == "balance too small":
        give_vacation(alice, days=0.7, now=NOON)
    game = start(vacation_days=0 if why == "not in this game" else 14)
    if why == "all used in this game":
        game.seats.update(vacation_used=14 * DAY)
    assert play.run_out_due(now=DUE + GRACE) == 0
    assert play.run_out_due(now=DUE + 2 * GRACE) == 1
    game.refresh_from_db()
    assert (game.termination, game.winner) == ("time", Side.SECOND)
    assert not Vacation.objects.exists()


def test_a_game_is_extended_by_no_more_than_it_allows(start):
    game = start(vacation_days=1)
    game.seats.update(vacation_used=DAY - HOUR)
    play.run_out_due(now=DUE)
    game.refresh_from_db()
    assert game.deadline_at == DUE + HOUR
    assert play.run_out_due(now=DUE + 2 * HOUR) == 1
    assert Vacation.objects.count() == 1


def test_a_turn_in_grace_takes_no_day(start):
    game = start()
    play_turns(game, "Md1-c1", now=DUE + GRACE)
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("days", [1, 2])
def test_a_turn_that_comes_before_the_sweep_is_played_in_the_days_taken_for_it(start, days):
    game = start()
    now = DUE + days * DAY - HOUR
    play.play_move(game.pk, side=Side.FIRST, expected_revision=1, expected_ply=0, text="Md1-c1", now=now)
    assert log_of(game) == [("automatic", DUE + (n + 1) * DAY) for n in range(days)]
    assert (Vacation.objects.count(), game.turns.get().had_until_at) == (days, DUE + days * DAY)


def test_a_turn_that_comes_when_all_is_used_up_comes_too_late(start):
    game = start()
    with pytest.raises(Refusal) as refusal:
        play.play_move(game.pk, side=Side.FIRST, expected_revision=1, text="Md1-c1", now=DUE + 3 * DAY)
    game.refresh_from_db()
    assert (refusal.value.code, game.termination, Vacation.objects.count()) == ("too_late", "time", 2)


def test_resigning_late_finds_the_game_extended_and_resigns_it(start):
    game = start()
    play.resign(game.pk, side=Side.SECOND, now=DUE + HOUR)
    game.refresh_from_db()
    assert (game.termination, game.winner) == ("resignation", Side.FIRST)


def test_a_day_taken_is_a_day_of_running_time_where_weekends_are_free(start):
    game = start(weekends=True, after=DAY)  # due on Friday at noon
    friday = NOON + 4 * DAY
    play.run_out_due(now=friday)
    game.refresh_from_db()
    assert game.deadline_at == friday + 3 * DAY


def test_vacation_set_for_later_is_cut_by_what_was_taken(start, alice):
    game = start(vacation_days=2)
    give_vacation(alice, days=9, now=NOON)
    vacation.book(alice, from_at=DUE + 0.5 * DAY, until_at=DUE + 5 * DAY, now=NOON)
    play.run_out_due(now=DUE)
    game.refresh_from_db()
    assert game.deadline_at == DUE + DAY + DAY  # the day that was taken, and the one the game still allows
    play_turns(game, "Md1-c1", now=DUE + 2 * DAY)
    assert game.seats.get(side=Side.FIRST).vacation_used == 2 * DAY


def test_while_an_outage_may_be_unsettled_nothing_is_taken_and_nothing_ends(start, monkeypatch):
    game = start()
    monkeypatch.setattr("games.play.heartbeats.find_reasons", lambda silent_since: [(silent_since,)])
    before = state_of(game)
    assert play.run_out_due(now=DUE + 9 * DAY) == 0
    assert state_of(game) == before
    play_turns(game, "Md1-c1", now=DUE + 9 * DAY)
    assert game.ply == 1
