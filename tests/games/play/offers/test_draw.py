"""What is particular to a draw by agreement; what holds of every offer stands in `test_offers.py`."""

import pytest

from engine.contract import Side
from games.play import offers
from tests.factories import play_turns
from tests.games.play.conftest import NOON, ended

DARK, LIGHT = Side.FIRST, Side.SECOND


@pytest.mark.parametrize("side", Side)
def test_either_side_may_offer_whichever_is_to_move_and_the_other_may_accept(game, news, side):
    offers.propose(game.pk, "draw", side=side, expected_revision=1, now=NOON)
    offers.accept(game.pk, "draw", side=side.other, expected_revision=2, now=NOON)
    game.refresh_from_db()
    assert (game.winner, game.termination, game.offers) == (None, "agreement", {})
    assert news == [
        ("offer_made", {"game_id": game.pk, "revision": 2, "side": side, "offer": "draw"}),
        ended(game),
    ]


def test_a_turn_of_the_other_side_declines_it_and_says_so(game):
    offers.propose(game.pk, "draw", side=DARK, now=NOON)
    assert play_turns(game, "Md1-c1", now=NOON).offers == {"draw": {"side": DARK}}
    assert play_turns(game, "Mc8-b8", now=NOON).offers == {}
