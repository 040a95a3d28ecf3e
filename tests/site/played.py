"""Really played games of every ruleset, for tests of size: each turn and each end went through the site's own code."""

import os
from datetime import timedelta
from itertools import product
from random import Random

from engine import registry
from engine.contract import Ruleset, Side
from games import chat, clock, play
from games.models import Game
from tests.factories import GameFactory, UserFactory

WANTED = int(os.environ.get("PLAYED_GAMES", 40))
"""PLAYED_GAMES=10000, as `make soak` has it, for the size that the promise is about."""
PLAYERS = 24
CONTROLS = (clock.Days(3), clock.Bank(), clock.Reserve(), clock.Unlimited())
LONGEST = 30
"""Turns, after which a game is left as it stands if it has not ended."""


def play_many(number: int = WANTED, *, seed: int = 7) -> None:
    """Plays games between a few players: of every ruleset, set-up and control, by turns drawn at random.

    They end by resignation, agreement, time, and as the rules have it; a third is left running.
    """
    rng = Random(seed)
    players = UserFactory.create_batch(PLAYERS)
    kinds = [(ruleset.slug, options) for ruleset in registry.all_rulesets() for options in list_options(ruleset)]
    for place in range(number):
        slug, options = kinds[place % len(kinds)]
        first, second = rng.sample(players, 2)
        control = CONTROLS[place // len(kinds) % len(CONTROLS)]
        game = GameFactory(ruleset_slug=slug, options=options, control=control, first=first, second=second)
        if place % 7 == 0:
            chat.send(first, game_id=game.pk, text=f"Good luck, {second}! Ünïcode ♟ and “quotes”.")
        play_some_turns(game, rng)
        end(game, rng)


def list_options(ruleset: Ruleset) -> list[dict[str, object]]:
    """Every combination of values; of an option that takes several, all of them or none."""
    values = {
        option.name: [[choice.value for choice in option.choices], []]
        if option.multiple
        else [choice.value for choice in option.choices]
        for option in ruleset.options
    }
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def play_some_turns(game: Game, rng: Random) -> None:
    for _ in range(rng.randint(1, LONGEST)):
        game.refresh_from_db()
        if game.is_over:
            return
        text = rng.choice(game.position.legal_moves())
        play.play_move(game.pk, side=Side(game.side_to_move), expected_revision=game.revision, text=text)


def end(game: Game, rng: Random) -> None:
    """In one of the ways in which a game ends, or not at all."""
    game.refresh_from_db()
    if game.is_over:
        return
    match rng.randrange(6):
        case 0 | 1:
            play.resign(game.pk, side=rng.choice(list(Side)))
        case 2:
            play.offers.propose(game.pk, "draw", side=Side.FIRST)
            play.offers.accept(game.pk, "draw", side=Side.SECOND)
        case 3 if game.deadline_at:
            play.run_out(game.pk, now=game.deadline_at + timedelta(days=1))
