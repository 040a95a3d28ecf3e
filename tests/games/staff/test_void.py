"""Declaring a game void."""

from datetime import timedelta

from engine.contract import Side
from games import play, telling
from games.results import count_results
from tests.games.play.conftest import NOON, ended
from tests.games.staff.conftest import record_of

LATER = NOON + timedelta(hours=1)


def test_the_game_ends_with_no_result_and_it_is_recorded_and_told(game, news, mira):
    play.void(game.pk, staff=mira, reason="Both are the same person.", now=LATER)
    game.refresh_from_db()
    assert (game.winner, game.termination, game.ended_at) == (None, "void", LATER)
    [recorded] = record_of(game)
    assert (recorded["kind"], recorded["reason"]) == ("voided", "Both are the same person.")
    assert news == [ended(game, by_staff=True)]


def test_it_is_no_draw_and_in_nobody_s_record(game, mira, alice, boris):
    play.void(game.pk, staff=mira, reason="Both are the same person.", now=LATER)
    game.refresh_from_db()
    assert not game.is_draw
    assert all(telling.tell_outcome(side, winner=None, termination="void") == "void" for side in Side)
    assert all(count_results(player, reader=player) == {} for player in (alice, boris))
    assert "nobody’s record" in telling.result_of(game)
