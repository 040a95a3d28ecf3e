"""How a finished game is looked at: what a position is worth, and the turns that are expected from it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import registry
from engine.contract import Position, Ruleset, Side
from engine.search.finding import make_tree
from engine.search.playing import list_boards
from engine.search.searching import Search
from engine.search.settings import HALVES, WIN, WON, Limits
from engine.search.writing import write_line

NODES = 15_000
"""Steps looked at for each position: the same for all, so that their scores can be compared."""
LONGEST_LINE = 8
"""Turns of a line that are told: what is further ahead was hardly looked at."""
COMMON_SCALE = 400.0
"""For a game that tells no `SCALE` of its own beside its evaluation."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a position is worth to the first side, in hundredths of the smallest piece, and the best line from it."""

    score: int
    line: tuple[str, ...]


def judge(
    position: Position,
    *,
    ruleset: Ruleset,
    history: Sequence[Position],
    nodes: int = NODES,
    stop: Callable[[], bool] | None = None,
    drawn_by_three: bool = False,
) -> Judgement:
    """Looks at a position, always with the same result. `history` are the positions before it, the oldest first, and
    `drawn_by_three` tells whether the third time of a position is a draw in this game.

    The caller drops a judgement that `stop` has interrupted.
    """
    ours = 1 if position.turn is Side.FIRST else -1
    if outcome := position.outcome():
        return Judgement(0 if outcome.winner is None else WIN * (1 if outcome.winner is Side.FIRST else -1), ())
    tree = make_tree(position, ruleset=ruleset)
    past = list_boards(history, ruleset=ruleset)
    limits = Limits(nodes=nodes, whole=True, stop=stop)
    found = Search(tree, limits=limits, past=past, drawn_by_three=drawn_by_three).run()
    return Judgement(ours * found.score, write_line(tree, found.line, most=LONGEST_LINE))


def measure_chance(score: int, *, ruleset: Ruleset) -> float:
    """What share of the point the first side can expect at a score, from 0 to 1: 1 where a win was found.

    `SCALE` of a game is measured by games of the computer against itself (`benches/chances.py`).
    """
    if abs(score) > WON:
        return 1.0 if score > 0 else 0.0
    own = registry.find_module(ruleset.slug, "evaluation")
    return 1 / (1 + math.exp(-score / getattr(own, "SCALE", COMMON_SCALE)))


def count_turns_to_win(score: int) -> int | None:
    """How many turns of both sides a forced win takes that was found; None for a score that is a guess."""
    return math.ceil((WIN - abs(score)) / HALVES) if abs(score) > WON else None
