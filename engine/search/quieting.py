"""A tree that knows the draw by a hundred quiet turns, for positions from which a search may come to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from engine.contract import Ruleset
from engine.house_draws import QUIET_TURNS
from engine.tree import Tree

SIGHT = 40
"""So many turns ahead a search may see the draw; before that it is as fast as in any other game."""


def count_quiet_turns(tree: Tree, *, ruleset: Ruleset, quiet: int | None) -> Tree:
    """The tree, as one that counts where that tells something. `quiet` are the turns without a capture that stand
    behind the position, None in a game without that draw."""
    return tree if quiet is None or quiet < QUIET_TURNS - SIGHT else QuietTree(tree, ruleset.is_quiet, quiet)


class QuietTree:
    """A tree in which so many quiet turns end the game drawn, unless the last of them ended it otherwise."""

    def __init__(self, tree: Tree, is_quiet: Callable[[str], bool], quiet: int) -> None:
        self.tree, self.is_quiet = tree, is_quiet
        self.counts = [quiet]
        """The quiet turns before each step that was made, and now."""
        self.stepwise, self.side = tree.stepwise, tree.side
        self.captures, self.quiets, self.rest = tree.captures, tree.quiets, tree.rest
        self.gain, self.board, self.evaluate, self.write = tree.gain, tree.board, tree.evaluate, tree.write

    def make(self, step: int) -> None:
        count = self.counts[-1]
        if self.rest() is None:  # the first step of a turn tells whether something is taken
            count = count + 1 if self.is_quiet(self._write_turn(step)) else 0
        self.tree.make(step)
        self.side = self.tree.side
        self.counts.append(count)

    def unmake(self) -> None:
        self.tree.unmake()
        self.side = self.tree.side
        self.counts.pop()

    def forget(self) -> None:
        self.tree.forget()
        del self.counts[:-1]

    def ended(self) -> int | None:
        ended = self.tree.ended()
        if ended is not None or self.counts[-1] < QUIET_TURNS or self.rest() is not None:
            return ended
        return 0 if self.captures() or self.quiets() else None

    def key(self) -> Hashable:
        return self.counts[-1], self.tree.key()

    def _write_turn(self, step: int) -> str:
        self.tree.make(step)
        rest = self.rest()
        self.tree.unmake()
        steps: Sequence[int] = (step,) if rest is None else (step, rest)
        return self.write(steps)
