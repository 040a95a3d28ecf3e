"""Resigning."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import play
from tests.games.play.conftest import NOON, ended, state_of

LATER = NOON + timedelta(hours=1)


@pytest.mark.parametrize("side", Side)
def test_either_side_may_resign_whichever_is_to_move(game, news, side):
    play.resign(game.pk, side=side, now=LATER)
    game.refresh_from_db()
    assert (game.winner, game.termination, game.ended_at) == (side.other, "resignation", LATER)
    assert news == [ended(game)]


@pytest.mark.parametrize("side", Side)
def test_a_game_that_is_over_cannot_be_resigned(game, news, side):
    play.resign(game.pk, side=Side.FIRST, now=LATER)
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        play.resign(game.pk, side=side, now=LATER)
    assert refusal.value.code == "over"
    assert state_of(game) == before
    assert len(news) == 1
