"""A reserve: days for each turn, and a bank behind them that is drawn on when they run out."""

import pytest

from engine.contract import Side
from games import play
from games.clock import DAY, GRACE, Reserve
from tests.factories import GameFactory, play_turns
from tests.games.play.conftest import NOON


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, control=Reserve(days=3, bank=5), now=NOON)


def test_a_turn_has_its_days_and_the_reserve(game):
    assert game.deadline_at == NOON + 8 * DAY
    assert not play.run_out(game.pk, now=NOON + 8 * DAY + GRACE)
    assert play.run_out(game.pk, now=NOON + 8 * DAY + 2 * GRACE)


@pytest.mark.parametrize(("used", "left"), [(0, 5), (3, 5), (4, 4), (8, 0)])
def test_time_a_turn_takes_beyond_its_days_leaves_the_reserve_for_good(game, used, left):
    play_turns(game, "Md1-c1", now=NOON + used * DAY)
    dark, light = game.seats.order_by("side")
    assert (dark.bank, light.bank) == (left * DAY, 5 * DAY)


def test_the_next_own_turn_has_its_days_again_and_what_is_left_of_the_reserve(game):
    play_turns(game, "Md1-c1", now=NOON + 7 * DAY)
    later = NOON + 8 * DAY
    play_turns(game, "Mc8-b8", now=later)
    game.refresh_from_db()
    assert (game.side_to_move, game.deadline_at) == (Side.FIRST, later + 4 * DAY)
