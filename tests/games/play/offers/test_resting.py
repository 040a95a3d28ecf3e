"""Takebacks and cancelling: of one player no more than one in ten turns, and no two at once."""

import pytest

from engine.contract import Side
from tests.factories import play_turns
from tests.games.play.conftest import NOON
from tests.games.play.offers.test_offers import Deal, refused

DARK, LIGHT = Side.FIRST, Side.SECOND
BACK_AND_FORTH = ("Mc8-b8", "Mc1-d1", "Mb8-c8", "Md1-c1")
"""Four quiet turns after which the board is as before them: Light begins."""


@pytest.fixture
def game(game):
    return play_turns(game, "Md1-c1", now=NOON)


@pytest.mark.parametrize("end", ["decline", "withdraw", "play on"])
def test_a_takeback_is_asked_for_again_only_after_ten_turns_and_the_other_side_may_ask_meanwhile(game, end):
    """Made at turn 1: until turn 11 no other of this side, however the first ended."""
    takeback = Deal("takeback")
    takeback.offer(game.pk)
    if end != "play on":
        getattr(takeback, end)(game.pk)
    for played in range(1, 11):
        play_turns(game, BACK_AND_FORTH[(played - 1) % 4], now=NOON)
        if played < 10:
            assert refused(takeback.offer, game, DARK) == "asked_lately"
        if played == 3:
            takeback.offer(game.pk, LIGHT)
            takeback.withdraw(game.pk, LIGHT)
    assert game.ply == 11
    takeback.offer(game.pk)


def test_only_one_of_two_offers_that_undo_each_other_is_open_at_a_time(game):
    cancel, takeback = Deal("cancel"), Deal("takeback")
    cancel.offer(game.pk, LIGHT)
    assert refused(takeback.offer, game, DARK) == "another_stands"
    Deal("draw").offer(game.pk)
    play_turns(game, "Mc8-b8", now=NOON)
    takeback.offer(game.pk)


def test_a_request_that_was_accepted_may_be_made_again(game):
    for _ in range(3):
        Deal("takeback").offer(game.pk)
        Deal("takeback").accept(game.pk)
        play_turns(game, "Md1-c1", now=NOON)
