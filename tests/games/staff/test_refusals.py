"""What staff are refused, whatever they want to do to a game."""

from datetime import timedelta
from functools import partial

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import play
from tests.games.play.conftest import NOON, state_of
from tests.games.staff.conftest import record_of

LATER = NOON + timedelta(hours=1)
ACTIONS = {
    "adjudicate": partial(play.adjudicate, winner=Side.FIRST),
    "void": play.void,
    "move a deadline": partial(play.move_deadline, deadline=NOON + timedelta(days=9)),
}
every_action = pytest.mark.parametrize("act", ACTIONS.values(), ids=ACTIONS)


def refused(act, game, *, staff, reason="Because.", now=LATER) -> str:
    with pytest.raises(Refusal) as refusal:
        act(game.pk, staff=staff, reason=reason, now=now)
    assert refusal.value.sentence.endswith(".")
    return refusal.value.code


@every_action
@pytest.mark.parametrize("reason", ["", " \n"])
def test_nothing_is_done_without_a_reason(game, news, mira, act, reason):
    before = state_of(game)
    assert refused(act, game, staff=mira, reason=reason) == "no_reason"
    assert (state_of(game), record_of(game), news) == (before, [], [])


@every_action
def test_nobody_decides_about_a_game_of_their_own(game, news, boris, act):
    before = state_of(game)
    assert refused(act, game, staff=boris) == "own_game"
    assert (state_of(game), record_of(game), news) == (before, [], [])


def test_a_game_that_is_over_has_no_deadline_to_move(game, mira):
    play.resign(game.pk, side=Side.FIRST, now=LATER)
    before = state_of(game)
    assert refused(ACTIONS["move a deadline"], game, staff=mira) == "over"
    assert (state_of(game), record_of(game)) == (before, [])


@every_action
def test_a_game_found_late_is_lost_on_time_as_for_everybody(game, mira, act):
    assert refused(act, game, staff=mira, now=NOON + timedelta(days=4)) == "over"
    game.refresh_from_db()
    assert (game.termination, game.winner, record_of(game)) == ("time", Side.SECOND, [])
