"""Vacation that a player sets: clocks stand where it is or becomes their turn, as far as each game allows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.time_off import vacation
from engine.contract import Side
from games import play
from games.clock import DAY, Bank, Days, Unlimited, to_json
from games.models import Game
from tests.factories import GameFactory, give_vacation, play_turns
from tests.games.play.conftest import NOON, log_of, state_of


@pytest.fixture
def start(alice, boris):
    """Starts games of Alice, who has ten days of vacation: three days per turn, and vacation up to 14."""
    give_vacation(alice, days=10, now=NOON)

    def start(**terms):
        return GameFactory(**{"first": alice, "second": boris, "vacation_days": 14, "now": NOON, **terms})

    return start


@pytest.fixture
def book(alice):
    """Sets vacation of Alice from some days after NOON until some others."""

    def book(begins, ends, *, now=0.0):
        return vacation.book(alice, from_at=NOON + begins * DAY, until_at=NOON + ends * DAY, now=NOON + now * DAY)

    return book


def days_left(game) -> float:
    """The deadline in days after NOON."""
    game.refresh_from_db()
    return (game.deadline_at - NOON) / DAY


def play_at(game, text, day) -> None:
    play_turns(game, text, now=NOON + day * DAY)


@pytest.mark.parametrize(
    ("begins", "ends", "deadline"), [(1, 6, 8), (2.5, 4, 4.5), (3, 5, 3), (5, 9, 3)], ids=["now", "soon", "at", "after"]
)
def test_setting_it_moves_a_deadline_by_the_length_that_lies_before_it(start, book, news, begins, ends, deadline):
    game = start()
    news.clear()
    book(begins, ends, now=1)
    moved = deadline != 3
    assert days_left(game) == deadline
    assert log_of(game) == [("vacation", NOON + deadline * DAY)] * moved
    assert news == [("deadline_moved", {"game_id": game.pk, "revision": 2})] * moved


def test_other_games_go_on(start, book, alice, boris):
    others_turn, without, unlimited, lost = (
        start(first=boris, second=alice),
        start(vacation_days=0),
        start(control=Unlimited()),
        start(now=NOON - 4 * DAY),
    )
    before = [state_of(game) for game in (others_turn, without, unlimited, lost)]
    book(0.5, 5, now=0.5)
    assert [state_of(game) for game in (others_turn, without, unlimited, lost)] == before


@pytest.mark.parametrize(("begun", "deadline"), [(1, 9), (4, 10), (6.5, 10), (7, 10), (8, 11)])
def test_a_turn_that_begins_before_or_within_it_has_the_right_deadline_from_the_start(
    start, book, alice, boris, begun, deadline
):
    game = start(first=boris, second=alice, control=Days(30))
    Game.objects.filter(pk=game.pk).update(control=to_json(Days(3)))  # Boris thinks for days, Alice has three
    book(2, 7)
    play_at(game, "Md1-c1", begun)
    assert (days_left(game), log_of(game)) == (deadline, [])


@pytest.mark.parametrize(("vacation_days", "deadline"), [(14, 10), (2, 7), (0, 5)])
def test_a_game_that_starts_within_it_has_the_right_deadline_from_the_start(start, book, vacation_days, deadline):
    book(1, 7)
    assert days_left(start(now=NOON + 2 * DAY, vacation_days=vacation_days)) == deadline


def test_moving_is_allowed_and_ends_nothing(start, book, alice):
    game, other = start(), start()
    span = book(1, 6, now=1)
    play_at(game, "Md1-c1", 2)
    span.refresh_from_db()
    assert span.until_at == NOON + 6 * DAY
    assert days_left(other) == 8
    play_at(game, "Mc8-b8", 3)
    assert days_left(game) == 9


def test_a_game_stands_no_longer_than_it_allows(start, book):
    game = start(vacation_days=2)
    book(1, 6, now=1)
    assert days_left(game) == 5
    play_at(game, "Md1-c1", 2.5)
    play_at(game, "Mc8-b8", 2.5)
    assert game.seats.get(side=Side.FIRST).vacation_used == 1.5 * DAY
    assert days_left(game) == 6
    play_at(game, "Mc1-d1", 4)
    play_at(game, "Mb8-c8", 4)
    assert game.seats.get(side=Side.FIRST).vacation_used == 2 * DAY
    assert days_left(game) == 7


def test_ending_it_leaves_the_time_that_was_left(start, book, alice):
    game = start()
    span = book(1, 6, now=1)
    vacation.end(alice, vacation_id=span.pk, now=NOON + 2 * DAY)
    assert days_left(game) == 4
    assert [kind for kind, _ in log_of(game)] == ["vacation"] * 2


def test_cancelling_it_before_it_begins_leaves_nothing_of_it(start, book, alice):
    game = start(weekends=True)
    before = days_left(game)
    span = book(2, 6, now=1)
    assert days_left(game) > before
    vacation.end(alice, vacation_id=span.pk, now=NOON + 1.5 * DAY)
    assert days_left(game) == before


def test_a_weekend_within_it_is_not_counted_twice(start, book):
    game = start(weekends=True)  # from Monday noon to Thursday noon
    book(2, 9, now=1)  # Wednesday to Wednesday, in which a weekend lies
    assert days_left(game) == 10


def test_a_bank_pays_for_no_vacation(start, book):
    game = start(control=Bank(3, 0, 7))
    book(1, 6, now=1)
    play_at(game, "Md1-c1", 7)
    assert game.seats.get(side=Side.FIRST).bank == DAY


def test_a_turn_reads_vacation_in_one_query_and_only_where_a_game_allows_it(start):
    counted = []
    for terms in ({"vacation_days": 0}, {"vacation_days": 0, "weekends": True}, {}):
        game = start(**terms)
        with CaptureQueriesContext(connection) as queries:
            play_at(game, "Md1-c1", 1)
        counted.append(len(queries))
        assert sum("accounts_vacation" in query["sql"] for query in queries) == game.vacation_days / 14
    assert counted == [counted[0], counted[0], counted[0] + 1]


# --- What counts against the cap ---------------------------------------------------------------------------------
def test_vacation_uses_the_cap_only_while_the_clock_would_otherwise_run(start, book, alice):
    """NOON is a Monday. Vacation from Friday to Tuesday, with the weekend in it, saves two days and no more."""
    alice.weekend = "67"
    alice.save()
    game = start(weekends=True, vacation_days=4, control=Days(30))
    book(4.5 - 1 / 24, 8.5 - 1 / 24)  # midnight in Berlin, twice
    play_at(game, "Md1-c1", 9)
    assert game.seats.get(side=Side.FIRST).vacation_used == 2 * DAY


def test_the_cap_lasts_over_a_weekend(start, book, alice):
    alice.weekend = "67"
    alice.save()
    game = start(weekends=True, vacation_days=2, control=Days(5))
    plain = start(weekends=False, vacation_days=2, control=Days(5))
    book(4.5 - 1 / 24, 8.5 - 1 / 24)
    assert days_left(plain) == 7
    assert days_left(game) == pytest.approx(4.5 - 1 / 24 + 4 + (0.5 + 1 / 24))


def test_vacation_in_a_pause_uses_nothing_of_the_cap(start, book):
    game = start(vacation_days=3)
    book(1, 9)
    assert days_left(game) == 6
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=NOON + 5 * DAY, now=NOON + DAY)
    play.offers.accept(game.pk, "pause", side=Side.SECOND, now=NOON + DAY)
    assert days_left(game) == 10, "one day before it, four in the pause, three of vacation, two left"
    play_at(game, "Md1-c1", 9)
    assert game.seats.get(side=Side.FIRST).vacation_used == 3 * DAY
