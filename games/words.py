"""A game in words, for pages and mails alike: its result, its options, its time control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import clock
from games.engine.contract import Position, Ruleset
from games.models import VOID, Challenge, Game

ENDINGS = {
    "time": "ran out of time",
    "resignation": "resigned",
    "adjudication": "lost by decision of the site's staff",
}
"""What the losing side did or met with, where the rules of the game do not say it."""

DRAWS = {
    "agreement": "drawn by agreement",
    "repetition": "drawn by repetition",
    "quiet-50": "drawn: fifty turns each without a capture",
    "adjudication": "drawn by decision of the site's staff",
    VOID: "declared void by the site's staff: nobody won, and it counts in nobody's record",
}


def result_of(game: Game) -> str:
    """How the game ended: 'Dark won: Light resigned'; empty while it goes on."""
    if not game.is_over:
        return ""
    ruleset = game.ruleset
    if game.winner is None:
        return f"The game was {DRAWS.get(game.termination, 'drawn')}."
    winner, loser = ruleset.sides[game.winner], ruleset.sides[1 - game.winner]
    what = ENDINGS.get(game.termination) or ruleset.terminations.get(game.termination, game.termination)
    return f"{winner} won: {loser} {what}."


def options_of(thing: Game | Challenge) -> list[str]:
    """The options that were agreed on: 'Set-up: Imperial', 'Draws: Repetition, Quiet turns'."""
    return option_labels(thing.ruleset, thing.options)


def option_labels(ruleset: Ruleset, options: Mapping[str, Any]) -> list[str]:
    labels = []
    for option in ruleset.options:
        chosen = options.get(option.name, option.default)
        chosen = [chosen] if isinstance(chosen, str) else list(chosen or ())
        if found := [choice.label for choice in option.choices if choice.value in chosen]:
            labels.append(f"{option.label}: {', '.join(found)}")
    return labels


def control_of(thing: Game | Challenge) -> str:
    """The time control: '3 days per turn'."""
    return clock.describe(thing.clock_control)


def opening_of(game: Game) -> str:
    """What chance settled before the first turn; empty where nothing was."""
    tell = getattr(game.ruleset, "tell_opening", None)
    return tell(game.opening) if tell and game.opening else game.opening


def remarks_on(ruleset: Ruleset, before: Position, move: str, after: Position) -> tuple[str, ...]:
    """What the ruleset has to say of a turn besides its text; most turns, and some rulesets, say nothing."""
    tell = getattr(ruleset, "remarks", None)
    return tuple(tell(before, move, after)) if tell else ()
