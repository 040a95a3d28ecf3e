"""In which order a search tries the steps of a position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.tree import Tree


class Order:
    """What has been best before comes first, then captures, then what has just cut elsewhere, then what often did."""

    def __init__(self, tree: Tree, *, killers: bool, history: bool, deepest: int) -> None:
        self.tree = tree
        self.uses_killers, self.uses_history = killers, history
        self.history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.killers: list[list[int]] = [[] for _ in range(deepest)]

    def list(self, ply: int, first: int | None) -> Iterator[tuple[bool, int]]:
        """The steps, the most promising first, each with whether it is one of the quiet ones."""
        tree = self.tree
        if first is not None and first >= 0:
            yield False, first
        for step in tree.captures():
            if step != first:
                yield False, step
        quiets = tree.quiets()
        past = self.history[tree.side]
        if past and self.uses_history:
            quiets.sort(key=lambda step: -past.get(step, 0))
        if self.uses_killers:
            for killer in self.killers[ply]:
                if killer != first and killer in quiets:
                    quiets.remove(killer)
                    yield True, killer
        for step in quiets:
            if step != first:
                yield True, step

    def remember(self, step: int, ply: int, depth: int) -> None:
        """Notes a quiet step that was too good for the other side to allow."""
        killers = self.killers[ply]
        if step not in killers:
            killers.insert(0, step)
            del killers[2:]
        past = self.history[self.tree.side]
        past[step] = past.get(step, 0) + depth * depth
