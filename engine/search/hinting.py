"""What a computer would play in a position, and the turns that follow, for a player who wants a hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.contract import Position, Ruleset
from engine.level import Level
from engine.search.finding import make_tree
from engine.search.playing import list_boards, list_levels, think
from engine.search.settings import WIN, WON
from engine.search.writing import write_line

MOST_NODES = 6_000
"""Steps looked at, at most, and no level that looks at more is asked: it takes less than a tenth of a second of a
processor in every game of its own tree."""
EXPECTED = 3
"""Turns that are told, at most, the first one included."""


@dataclass(frozen=True, slots=True)
class Hint:
    """`turns` begins with the turn that the level would play; the others are what it expects to follow. `score` is in
    hundredths of the smallest piece, as the side to move sees it."""

    turns: tuple[str, ...]
    score: int

    @property
    def wins(self) -> bool:
        """Whether the game is won by force."""
        return self.score > WON

    @property
    def loses(self) -> bool:
        return self.score < -WON

    @property
    def plies(self) -> int:
        """How many turns of both sides it takes by force until the game is over; told of a won or lost game alone."""
        return (WIN - abs(self.score) + 1) // 2


def choose_level(ruleset: Ruleset) -> Level:
    """The level that is asked: the strongest that looks at no more than `MOST_NODES` steps; where none does, the
    first."""
    levels = list_levels(ruleset)
    fitting = [level for level in levels if level.seconds is None and (level.nodes or 0) <= MOST_NODES]
    return fitting[-1] if fitting else levels[0]


def find_hint(
    position: Position, *, ruleset: Ruleset, history: Sequence[Position], stop: Callable[[], bool]
) -> Hint | None:
    """The hint for the side to move, None where it has no turn. `history` are the positions before, oldest first.

    The search ends after `MOST_NODES`, or when `stop` says so.
    """
    if position.outcome() is not None or not position.legal_moves():
        return None
    tree = make_tree(position, ruleset=ruleset)
    past = list_boards(history, ruleset=ruleset)
    found = think(
        tree,
        choose_level(ruleset),
        past=past,
        ply=len(history),
        seed=0,
        stop=stop,
        most=MOST_NODES,
        varies=False,
    )
    return Hint(write_line(tree, found.line, most=EXPECTED), found.score)
