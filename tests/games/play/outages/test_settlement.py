"""An outage is made good exactly once: a player who lost running time gets it back; one who lost none gains none."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Vacation
from games import events, play
from games.clock import GRACE, Calendar, Days, Unlimited
from games.models import ClockChange, Game, Outage, Seat
from tests.factories import GameFactory

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FROM = datetime(2026, 5, 6, 10, 0, 0, 250_000, tzinfo=UTC)
"""A Wednesday."""
UNTIL = FROM + 3 * HOUR
SOON = UNTIL + timedelta(minutes=1)


def make_outage(*, kind="site", from_at=FROM, until_at=UNTIL) -> Outage:
    return Outage.objects.create(kind=kind, from_at=from_at, until_at=until_at, found_at=until_at)


def make_game(*, began=FROM - DAY, deadline, **terms) -> Game:
    game = GameFactory(now=began, **terms)
    Game.objects.filter(pk=game.pk).update(deadline_at=deadline)
    game.refresh_from_db()
    return game


def find_moved(game) -> timedelta:
    before = game.deadline_at
    game.refresh_from_db()
    return game.deadline_at - before


@pytest.mark.parametrize(
    ("deadline", "moved"),
    [
        (UNTIL + 2 * DAY, 3 * HOUR),
        (UNTIL + 2 * HOUR + timedelta(seconds=1), 3 * HOUR),
        (UNTIL + 2 * HOUR, 12 * HOUR),
        (FROM + HOUR, 12 * HOUR),
        (FROM - GRACE, 12 * HOUR),
        (FROM - GRACE - timedelta(seconds=1), timedelta()),
    ],
    ids=["later", "just later", "soon after", "within", "in its grace", "lost before"],
)
def test_a_deadline_moves_by_the_length_and_by_half_a_day_at_least_if_it_fell_near(db, deadline, moved):
    game = make_game(deadline=deadline)
    make_outage()
    assert play.settle_outages(now=SOON)
    assert find_moved(game) == moved


def test_a_long_outage_is_given_back_whole(db):
    game = make_game(deadline=FROM + HOUR)
    make_outage(until_at=FROM + 2 * DAY)
    play.settle_outages(now=FROM + 2 * DAY)
    assert find_moved(game) == 2 * DAY


@pytest.mark.parametrize(("began", "moved"), [(UNTIL, timedelta()), (UNTIL - HOUR, HOUR)], ids=["after", "within"])
def test_a_turn_gets_back_what_it_lost(db, began, moved):
    game = make_game(began=began, deadline=UNTIL + 3 * DAY)
    make_outage()
    play.settle_outages(now=SOON)
    assert find_moved(game) == moved


def test_games_that_are_over_or_have_no_limit_stay_as_they_are(db):
    over, endless = make_game(deadline=UNTIL + DAY), GameFactory(control=Unlimited(), now=FROM - DAY)
    play.resign(over.pk, side=0, now=FROM - HOUR)
    over.refresh_from_db()
    make_outage()
    play.settle_outages(now=SOON)
    assert find_moved(over) == timedelta()
    endless.refresh_from_db()
    assert (endless.deadline_at, endless.revision) == (None, 1)


def test_it_stands_in_the_log_of_the_game(db):
    game, outage = make_game(deadline=UNTIL + 2 * DAY), make_outage()
    play.settle_outages(now=SOON)
    change = ClockChange.objects.get()
    before = game.deadline_at
    game.refresh_from_db()
    assert (change.game, change.outage, change.kind, change.by) == (game, outage, "outage", None)
    assert (change.before_at, change.after_at, change.changed_at) == (before, game.deadline_at, SOON)
    assert (change.revision, change.ply, change.side) == (game.revision, game.ply, game.side_to_move)


def test_it_is_settled_once(db, django_assert_num_queries):
    game, outage = make_game(deadline=UNTIL + 2 * DAY), make_outage()
    assert all(play.settle_outages(now=SOON) for _ in range(3))
    outage.refresh_from_db()
    assert find_moved(game) == 3 * HOUR
    assert (outage.games_moved, outage.settled_at) == (1, SOON)
    with django_assert_num_queries(1):
        play.settle_outages(now=SOON)


def test_a_settlement_that_was_interrupted_goes_on_where_it_stopped(db, monkeypatch):
    games, outage = [make_game(deadline=UNTIL + 2 * DAY) for _ in range(5)], make_outage()
    asked = []

    def fail_the_third_time(*args, **kwargs):
        asked.append(1)
        assert len(asked) < 3
        return moving(*args, **kwargs)

    moving = play.outage_settlement.give_back
    monkeypatch.setattr(play.outage_settlement, "give_back", fail_the_third_time)
    with pytest.raises(AssertionError):
        play.settle_outages(now=SOON, chunk=2)
    monkeypatch.setattr(play.outage_settlement, "give_back", moving)
    outage.refresh_from_db()
    assert (outage.games_moved, outage.settled_at) == (4, None)
    assert play.settle_outages(now=SOON, chunk=2)
    outage.refresh_from_db()
    assert (outage.games_moved, outage.settled_at) == (5, SOON)
    assert {find_moved(game) for game in games} == {3 * HOUR}


def test_the_time_given_is_running_time(db):
    """Time that ran out on Friday night would come to nothing on the weekend."""
    friday = datetime(2026, 5, 8, 21, 0, tzinfo=UTC)  # 23:00 in Berlin
    game = make_game(deadline=friday)
    Seat.objects.filter(game=game, side=game.side_to_move).update(weekend="67", zone="Europe/Berlin")
    make_outage()
    play.settle_outages(now=SOON)
    game.refresh_from_db()
    assert game.deadline_at == friday + timedelta(hours=1) + 2 * DAY + 2 * HOUR


def test_vacation_that_lies_ahead_is_not_spent_on_it(db):
    game = make_game(deadline=UNTIL + 2 * DAY, vacation_days=14)
    mover = Seat.objects.get(game=game, side=game.side_to_move).user
    Vacation.objects.create(
        user=mover, from_at=game.deadline_at + HOUR, until_at=game.deadline_at + HOUR + DAY, booked_at=FROM - DAY
    )
    make_outage()
    play.settle_outages(now=SOON)
    assert find_moved(game) == 3 * HOUR + DAY


def test_mail_that_fails_gives_half_a_day_to_the_games_due_that_day(db):
    due, later = make_game(deadline=FROM + 23 * HOUR), make_game(deadline=FROM + 25 * HOUR)
    make_outage(kind="mail", until_at=FROM + HOUR)
    play.settle_outages(now=SOON)
    assert (find_moved(due), find_moved(later)) == (12 * HOUR, timedelta())


def test_new_reminders_are_asked_for_by_and_by_and_once_each(db, django_assert_num_queries):
    games, told = [make_game(deadline=UNTIL + 2 * DAY) for _ in range(5)], []
    make_outage()
    events.deadlines_moved.connect(listener := lambda game_ids, **_: told.append(game_ids), weak=False)
    try:
        assert play.announce_moved(chunk=2) == 0
        play.settle_outages(now=SOON)
        assert play.announce_moved(chunk=2) == 5
        with django_assert_num_queries(1):
            assert play.announce_moved(chunk=2) == 0
    finally:
        events.deadlines_moved.disconnect(listener)
    ids = [game.pk for game in games]
    assert told == [ids[:2], ids[2:4], ids[4:]]


LENGTHS = st.timedeltas(min_value=timedelta(minutes=10), max_value=timedelta(days=4))
AROUND = st.timedeltas(min_value=timedelta(days=-3), max_value=timedelta(days=6))
GAMES = st.lists(st.tuples(AROUND, AROUND, st.sampled_from(["", "67", "3"])), min_size=1, max_size=6)


@pytest.fixture
def stock(db):
    return [GameFactory(control=Days(3), now=FROM) for _ in range(6)]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(length=LENGTHS, drawn=GAMES, times=st.integers(1, 3), chunk=st.integers(1, 4))
def test_it_is_exact_however_often_and_in_whatever_chunks_it_runs(stock, length, drawn, times, chunk):
    outage = make_outage(until_at=FROM + length)
    Game.objects.update(ended_at=FROM, termination="void", winner=None)
    for game, (one, other, weekend) in zip(stock, drawn, strict=False):
        began, deadline = FROM + min(one, other), FROM + max(one, other)
        Game.objects.filter(pk=game.pk).update(
            turn_started_at=began, deadline_at=deadline, ended_at=None, termination=""
        )
        Seat.objects.filter(game=game).update(weekend=weekend, zone="America/Santiago")
    for _ in range(times):
        play.settle_outages(now=outage.until_at, chunk=chunk)
    for game, (one, other, weekend) in zip(stock, drawn, strict=False):
        game.refresh_from_db()
        began, deadline = FROM + min(one, other), FROM + max(one, other)
        lost = min(length, outage.until_at - began)
        given_back = max(lost, 12 * HOUR) if deadline <= outage.until_at + 2 * HOUR else lost
        touched = began < outage.until_at and deadline >= FROM - GRACE
        expected = Calendar(weekend, "America/Santiago").advance(deadline, given_back) if touched else deadline
        assert game.deadline_at == expected
        assert ClockChange.objects.filter(game=game, outage=outage).count() == touched
    ClockChange.objects.all().delete()
    outage.delete()
