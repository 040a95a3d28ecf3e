"""Adjudicating a game."""

from datetime import timedelta

import pytest

from engine.contract import Side
from games import play, telling
from tests.games.play.conftest import NOON, ended
from tests.games.staff.conftest import record_of

LATER = NOON + timedelta(hours=1)
WHY = "Light cannot win any more and plays on for spite."


@pytest.mark.parametrize(
    ("winner", "what", "sentence"),
    [
        (Side.FIRST, "Dark won.", "Dark won: Light lost by decision of the site’s staff."),
        (Side.SECOND, "Light won.", "Light won: Dark lost by decision of the site’s staff."),
        (None, "A draw.", "The game was drawn by decision of the site’s staff."),
    ],
)
def test_the_game_ends_as_staff_decide_and_it_is_recorded_and_told(game, news, mira, winner, what, sentence):
    play.adjudicate(game.pk, winner=winner, staff=mira, reason=f" {WHY} ", now=LATER)
    game.refresh_from_db()
    assert (game.winner, game.termination, game.ended_at) == (winner, "adjudication", LATER)
    assert game.is_draw == (winner is None)
    assert telling.result_of(game) == sentence
    recorded = {"kind": "adjudicated", "what": what, "reason": WHY, "staff__username": "Mira", "revision": 2}
    assert record_of(game) == [recorded]
    assert news == [ended(game, by_staff=True)]


def test_a_standing_offer_of_a_draw_lapses(game, mira):
    play.offers.propose(game.pk, "draw", side=Side.FIRST, now=LATER)
    play.adjudicate(game.pk, winner=Side.FIRST, staff=mira, reason=WHY, now=LATER)
    game.refresh_from_db()
    assert game.offers == {}
