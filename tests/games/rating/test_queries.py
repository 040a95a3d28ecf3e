"""What ratings cost: turns and ends of unrated games nothing, and the end of a rated one at most four queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from tests.factories import play_turns
from tests.games.rating.conftest import DAY, FIRST, HOUR, REASON, SECOND, TURNS, begin, lose_on_time, on_day, why

AT = on_day(40)


def resign(game, mira):
    play.resign(game.pk, side=FIRST, now=AT)


def run_out(game, mira):
    assert play.run_out(game.pk, now=AT)


def decide(game, mira):
    play.adjudicate(game.pk, winner=None, staff=mira, reason=REASON, now=AT)


def void(game, mira):
    play.void(game.pk, staff=mira, reason=REASON, now=AT)


def count(act, game, mira=None) -> int:
    with CaptureQueriesContext(connection) as queries:
        act(game, mira)
    return len(queries)


MOST = {run_out: 3}
"""One reads and locks the ratings, one writes them, and one the entries; who resigns may have resigned early before."""
WHY = {void: "no_result", resign: "", decide: ""}
TIMES = [  # when both lost another game on time, and what becomes of the next such loss
    (None, ""),
    (AT - 20 * DAY, ""),  # and they were here since
    (AT - DAY, "serial"),
]


@pytest.mark.parametrize("act", [resign, run_out, decide, void])
@pytest.mark.parametrize(("lost_at", "expected"), TIMES)
def test_an_end_costs_at_most_so_many_more(alice, boris, carol, mira, act, lost_at, expected):
    begun = AT - (15 * DAY if act is run_out else HOUR)
    if lost_at:
        assert why(lose_on_time(alice, boris, at=lost_at)) == ""
        assert why(lose_on_time(boris, carol, at=lost_at)) == ""
    unrated, rated = (begin(alice, boris, now=begun, rated=rated) for rated in (False, True))
    plain = count(act, unrated, mira)
    assert count(act, rated, mira) - plain <= MOST.get(act, 4)
    assert why(rated) == WHY.get(act, expected)


def test_a_turn_costs_none(alice, boris):
    def play_one(game, text) -> int:
        return count(lambda game, _: play_turns(game, text, now=on_day(1)), game)

    unrated, rated = (begin(alice, boris, now=on_day(1), turns=(), rated=rated) for rated in (False, True))
    assert [play_one(unrated, text) for text in TURNS] == [play_one(rated, text) for text in TURNS]


def test_the_end_of_an_unrated_game_asks_nothing_of_ratings(alice, boris):
    game = begin(alice, boris, now=on_day(1), rated=False)
    with CaptureQueriesContext(connection) as queries:
        play.resign(game.pk, side=SECOND, now=on_day(2))
    tables = ("games_playerrating", "games_ratingentry", "games_ratedgame")
    assert not [query["sql"] for query in queries if any(table in query["sql"] for table in tables)]
