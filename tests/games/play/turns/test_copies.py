"""Options and turns are the truth of a game; what else is stored of it is a copy, and agrees with them at every ply."""

from random import Random

import pytest

from engine import registry
from tests.factories import GameFactory, play_turns


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_random_game_of_any_ruleset_replays_to_what_is_stored(db, ruleset, seed):
    rng = Random(seed)
    game = GameFactory(ruleset_slug=ruleset.slug)
    while game.ply < 40 and not game.is_over:
        revision = game.revision
        play_turns(game, rng.choice(game.position.legal_moves()))
        assert game.revision == revision + 1
    position = ruleset.start(**game.options)
    for ply, turn in enumerate(game.turns.order_by("ply"), start=1):
        assert (turn.ply, turn.side) == (ply, position.turn)
        position = position.play(turn.text)
        assert (turn.position_text, turn.position_key) == (position.text(), position.repetition_key())
    assert (game.position_text, game.side_to_move, game.ply) == (position.text(), position.turn, ply)
    assert game.is_over == (position.outcome() is not None)
