"""How a finished game is looked at: what a position is worth, and the turns that are expected from it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from engine import registry
from engine.contract import Position, Ruleset, Side
from engine.search.finding import make_tree
from engine.search.playing import list_boards
from engine.search.quieting import count_quiet_turns
from engine.search.searching import Search
from engine.search.settings import HALVES, WIN, WON, Limits
from engine.search.writing import write_line

NODES = 15_000
"""Steps looked at for each position: the same for all of a game, so that their scores can be compared. A game that
needs another number tells it beside its evaluation, as `ANALYSIS_NODES`."""
LONGEST_LINE = 8
"""Turns of a line that are told: what is further ahead was hardly looked at."""


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
    nodes: int | None = None,
    times: int = 1,
    stop: Callable[[], bool] | None = None,
    drawn_by_three: bool = False,
    quiet: int | None = None,
) -> Judgement:
    """Looks at a position, always with the same result. `history` are the positions before it, the oldest first, and
    `drawn_by_three` tells whether the third time of a position is a draw in this game. `quiet` is how many turns in a
    row have taken nothing, in a game in which a hundred are a draw.

    It looks at `nodes` steps, those of the game unless told otherwise, or at so many `times` as many. The caller drops
    a judgement that `stop` has interrupted.
    """
    ours = 1 if position.turn is Side.FIRST else -1
    if outcome := position.outcome():
        return Judgement(0 if outcome.winner is None else WIN * (1 if outcome.winner is Side.FIRST else -1), ())
    tree = count_quiet_turns(make_tree(position, ruleset=ruleset), ruleset=ruleset, quiet=quiet)
    past = list_boards(history, ruleset=ruleset)
    limits = Limits(nodes=times * (nodes or count_nodes(ruleset)), whole=True, stop=stop)
    found = Search(tree, limits=limits, past=past, drawn_by_three=drawn_by_three).run()
    return Judgement(ours * found.score, write_line(tree, found.line, most=LONGEST_LINE))


def count_nodes(ruleset: Ruleset) -> int:
    """The steps of a first look at a position of this game."""
    own = registry.find_module(ruleset.slug, "evaluation")
    return cast(int, getattr(own, "ANALYSIS_NODES", NODES))


def count_turns_to_win(score: int) -> int | None:
    """How many turns of both sides a forced win takes that was found; None for a score that is a guess."""
    return math.ceil((WIN - abs(score)) / HALVES) if abs(score) > WON else None
