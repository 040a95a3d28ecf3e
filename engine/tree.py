"""What a search asks of a position: steps as ints, made and unmade in place. A ruleset may offer one, and need not.

A turn is one step or two: MASTER's are a move and then a die, those of Masters a move and then a claim. `side` changes
with the last step of a turn. Scores are whole numbers as the side that makes the next step sees them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from engine.contract import Position


class Tree(Protocol):
    """A position that is changed in place. Nothing checks a step: only those that were listed may be made."""

    stepwise: bool
    """Whether a turn may have two steps."""
    side: int
    """Who makes the next step: 0 or 1."""

    def captures(self) -> list[int]:
        """The steps that take something, the most promising first; the same step is never listed twice."""
        ...

    def quiets(self) -> list[int]:
        """All other steps, in a stable order; in the middle of a turn the first is `rest()`."""
        ...

    def rest(self) -> int | None:
        """In the middle of a turn, the step that ends it and does nothing more; None at its beginning."""
        ...

    def make(self, step: int) -> None:
        """Changes the position by a step."""
        ...

    def unmake(self) -> None:
        """Takes back the last step that was made. Raises IndexError, and changes nothing, where there is none."""
        ...

    def forget(self) -> None:
        """Makes the position its first one: what was made cannot be taken back any more."""
        ...

    def gain(self, step: int) -> int:
        """What a step of `captures` gains at most, as `evaluate` counts; far more than any evaluation where it may win
        the game."""
        ...

    def ended(self) -> int | None:
        """1 where the side to move has won, -1 where it has lost, 0 for a draw, None while the game goes on.

        A side that has no step has lost; this does not tell it.
        """
        ...

    def board(self) -> Hashable:
        """Equal for two positions that count as the same one under a rule of repetition. Asked between turns alone."""
        ...

    def key(self) -> Hashable:
        """Equal for two positions only if the same steps may follow, now and later."""
        ...

    def evaluate(self) -> int:
        """How good the position is for `side`, by looking at it alone."""
        ...

    def write(self, steps: Sequence[int]) -> str:
        """The canonical text of a turn, from all its steps. The tree stands at its beginning."""
        ...


class MakesTree(Protocol):
    """What `tree.py` in the folder of a game holds as its name `Tree`."""

    def __call__(self, position: Position) -> Tree: ...
