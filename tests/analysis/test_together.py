"""A private text and a turn of the same game, saved at the same instant, never make each other fail."""

import os
from functools import partial

import pytest

from analysis import notes, trees
from engine.contract import Side
from games import play
from tests.factories import GameFactory, UserFactory
from tests.together import run_together

pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS = int(os.environ.get("FAULT_ROUNDS_AT_ONCE", "5"))


@pytest.mark.parametrize("opens", [True, False], ids=["the other opens an analysis", "the player writes a note"])
def test_a_turn_and_a_text_about_its_game_sent_at_the_same_instant_are_both_kept(opens):
    for _ in range(ROUNDS):
        player, other = UserFactory(), UserFactory()
        game = GameFactory(first=player, second=other)
        turn = {"side": Side.FIRST, "expected_revision": game.revision, "text": "Md1-c1", "remark": "Over there."}
        beside = (
            partial(trees.open_game, other, game) if opens else partial(notes.write_about_game, player, game, "So.")
        )
        found = run_together([partial(play.play_move, game.pk, **turn), beside])
        assert [each for each in found if isinstance(each, Exception)] == []
