"""However many turns are taken back in between, what is stored of a game is what its remaining turns lead to."""

from random import Random

import pytest

from engine import registry
from engine.contract import Side
from games import play
from tests.factories import GameFactory, play_turns


def take_back(game) -> None:
    side = Side(game.turns.get(ply=game.ply, taken_back_at=None).side)
    play.offers.propose(game.pk, "takeback", side=side)
    play.offers.accept(game.pk, "takeback", side=side.other)
    game.refresh_from_db()


def replay(game) -> tuple:
    """Ply, side to move, position and quiet turns, from the options and the turns that stand."""
    position, quiet = game.ruleset.start(**game.options), 0
    turns = game.turns.filter(taken_back_at=None).order_by("ply")
    for ply, turn in enumerate(turns, start=1):
        assert (turn.ply, turn.side) == (ply, position.turn)
        quiet = quiet + 1 if game.ruleset.is_quiet(turn.text) else 0
        position = position.play(turn.text)
    return len(turns), position.turn, position.text(), quiet


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_random_game_with_takebacks_of_any_ruleset_replays_to_what_is_stored(db, ruleset, seed):
    rng, taken = Random(seed), 0
    game = GameFactory(ruleset_slug=ruleset.slug)
    for _ in range(30):
        if game.ply and rng.random() < 0.3:
            take_back(game)
            taken += 1
        elif not game.is_over:
            play_turns(game, rng.choice(game.position.legal_moves()))
    assert (game.ply, game.side_to_move, game.position_text, game.quiet_turns) == replay(game)
    assert game.turns.exclude(taken_back_at=None).count() == taken > 0
