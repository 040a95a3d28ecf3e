"""Every pause of a game is kept: each case is a deadline, in hours, that the clock reaches whatever came before."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.time_off import vacation
from engine.contract import Side
from games import clock, play
from games.models import Outage
from games.play.clocks import list_pauses
from tests.factories import GameFactory, UserFactory, give_vacation, play_turns
from tests.games.play.conftest import NOON

DARK, LIGHT = Side.FIRST, Side.SECOND
HOUR = timedelta(hours=1)
"""NOON is a Monday; a turn has 72 hours, and a game allows 48 of vacation."""


def pause(game, at, until):
    play.offers.propose(game.pk, "pause", side=DARK, until=NOON + until * HOUR, now=NOON + at * HOUR)
    play.offers.accept(game.pk, "pause", side=LIGHT, now=NOON + at * HOUR)


def resume(game, at):
    play.offers.propose(game.pk, "resume", side=LIGHT, now=NOON + at * HOUR)
    play.offers.accept(game.pk, "resume", side=DARK, now=NOON + at * HOUR)


def book(game, at, begins, until):
    mover = game.seats.get(side=DARK).user
    vacation.book(mover, from_at=NOON + begins * HOUR, until_at=NOON + until * HOUR, now=NOON + at * HOUR)


def end(game, at):
    mover = game.seats.get(side=DARK).user
    vacation.end(mover, vacation_id=vacation.booked(mover, now=NOON + at * HOUR).get().pk, now=NOON + at * HOUR)


def turns(game, at):
    """Both play, so that Dark's turn begins anew."""
    play_turns(game, *(game.position.legal_moves()[0],), now=NOON + at * HOUR)
    play_turns(game, *(game.position.legal_moves()[0],), now=NOON + at * HOUR)


def take_back(game, at):
    """Dark plays, and takes it back an hour later."""
    play_turns(game, game.position.legal_moves()[0], now=NOON + at * HOUR)
    later = NOON + (at + 1) * HOUR
    play.offers.propose(game.pk, "takeback", side=DARK, now=later)
    play.offers.accept(game.pk, "takeback", side=LIGHT, now=later)


def fail(game, at):
    """The site is away in the hour before."""
    until = NOON + at * HOUR
    Outage.objects.create(kind="site", from_at=until - HOUR, until_at=until, found_at=until)
    play.settle_outages(now=until)


def put(game, at, to):
    """The deadline is within a pause, where staff can no longer bring it forward to."""
    type(game).objects.filter(pk=game.pk).update(deadline_at=NOON + to * HOUR)


def move(game, at, to):
    staff = UserFactory()
    play.move_deadline(game.pk, deadline=NOON + to * HOUR, staff=staff, reason="By mistake.", now=NOON + at * HOUR)


CASES = {
    "one pause": ([(pause, 10, 20)], 82),
    "ended early": ([(pause, 10, 40), (resume, 15)], 77),
    "ended as it began": ([(pause, 10, 40), (resume, 10), (pause, 20, 30)], 82),
    "two in one turn": ([(pause, 10, 20), (pause, 30, 40)], 92),
    "two, both ended early": ([(pause, 10, 90), (resume, 20), (pause, 30, 90), (resume, 40)], 92),
    "vacation within the first, then a second": ([(book, 0, 0, 96), (pause, 0, 48), (pause, 60, 63)], 96 + 72),
    "vacation within the second": ([(pause, 0, 10), (book, 10, 20, 68), (pause, 30, 40)], 72 + 10 + 48),
    "vacation set in a pause, and longer than it": ([(pause, 10, 30), (book, 20, 20, 50)], 72 + 20 + 20),
    "vacation ended in a pause costs nothing of it": ([(book, 0, 0, 96), (pause, 0, 48), (end, 40)], 72 + 48),
    "vacation goes on after a pause ended early": ([(book, 0, 0, 96), (pause, 0, 90), (resume, 60)], 72 + 60 + 36),
    "over the cap, were the pause forgotten": ([(pause, 0, 24), (book, 24, 24, 96), (pause, 30, 40)], 72 + 24 + 58),
    "turns between": ([(book, 0, 0, 90), (pause, 0, 24), (turns, 48), (pause, 60, 70)], 48 + 24 + 10 + 72),
    "a turn in a pause": ([(pause, 10, 40), (turns, 20), (pause, 50, 60)], 40 + 72 + 10),
    "a turn taken back across the end of a pause": ([(pause, 10, 20), (take_back, 19), (pause, 30, 40)], 20 + 62 + 10),
    "a turn taken back across the start": ([(take_back, 10), (pause, 11, 20), (pause, 30, 40)], 11 + 62 + 19),
    "more after an outage in a pause": ([(pause, 10, 20), (fail, 15), (pause, 30, 40)], 72 + 10 + 1 + 10),
    "an outage near the end": ([(pause, 10, 20), (pause, 30, 40), (fail, 91)], 92 + 12),
    "an outage before vacation": (
        [(pause, 0, 10), (book, 10, 80, 104), (pause, 20, 30), (fail, 50), (fail, 91)],
        72 + 20 + 24 + 2,
    ),
    "staff give time between": ([(pause, 10, 20), (move, 25, 200), (pause, 30, 40)], 210),
    "staff take time between": ([(pause, 10, 20), (move, 25, 50), (pause, 30, 40)], 60),
    "an outage while the deadline lies in a pause": ([(pause, 10, 60), (put, 20, 30), (fail, 29)], 60 + 12),
}


@pytest.mark.parametrize("name", CASES)
def test_the_clock_reaches_its_deadline(alice, boris, name):
    deeds, hours = CASES[name]
    give_vacation(alice, days=20, now=NOON)
    game = GameFactory(first=alice, second=boris, control=clock.Days(3), vacation_days=2, now=NOON)
    for deed, *terms in deeds:
        deed(game, *terms)
        game.refresh_from_db()
    assert (game.deadline_at - NOON) / HOUR == hours


def test_a_weekend_within_a_pause_and_after_it(alice, boris):
    game = GameFactory(
        first=alice, second=boris, control=clock.Days(3), weekends=True, now=NOON
    )  # Alice lives in Berlin
    pause(game, 24, 144)  # from Tuesday until Sunday noon
    pause(game, 168, 192)  # from the Monday after, for a day
    game.refresh_from_db()
    sunday_night = 144 + 11  # at noon UTC eleven hours are left of it
    assert (game.deadline_at - NOON) / HOUR == sunday_night + 48 + 24


def count_queries(game, act) -> tuple[int, int]:
    """All that it asks, and what of it asks for pauses."""
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries), sum("games_pause" in query["sql"] for query in queries)


def test_a_turn_asks_for_pauses_only_where_one_reaches_into_it(db):
    def play_next(game, at):
        text = game.position.legal_moves()[0]
        side, revision, now = Side(game.side_to_move), game.revision, NOON + at * HOUR
        found = count_queries(
            game, lambda: play.play_move(game.pk, side=side, expected_revision=revision, text=text, now=now)
        )
        game.refresh_from_db()
        return found

    games = GameFactory.create_batch(2, vacation_days=2, now=NOON)
    never, once = games
    pause(once, 0, 10)
    once.refresh_from_db()
    plain, _ = play_next(never, 20)
    assert play_next(once, 20) == (plain + 1, 1)
    assert [play_next(game, 30) for game in games] == [(plain, 0)] * 2


def test_an_action_on_many_paused_games_reads_their_pauses_at_once(alice, boris):
    give_vacation(alice, days=20, now=NOON)

    def book_and_end(at):
        game = alice.seats.first().game
        counted = count_queries(game, lambda: book(game, at, at, at + 5))[1]
        end(game, at)
        return counted

    for number in range(3):
        paused = GameFactory(first=alice, second=boris, vacation_days=2, now=NOON)
        pause(paused, number, 70)
    assert book_and_end(5) == 1


def test_the_copy_on_the_game_is_the_end_of_its_last_pause(game):
    for at, until, ends in [(0, 10, 5), (20, 30, 25)]:
        pause(game, at, until)
        game.refresh_from_db()
        assert game.paused_until == NOON + until * HOUR == game.pauses.latest("pk").until_at
        resume(game, ends)
        game.refresh_from_db()
        assert game.paused_until == NOON + ends * HOUR == game.pauses.latest("pk").until_at
    assert list_pauses(game) == ((NOON, NOON + 5 * HOUR), (NOON + 20 * HOUR, NOON + 25 * HOUR))
