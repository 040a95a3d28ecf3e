"""Writes what a search has found as turns."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tree import Tree


def write_line(tree: Tree, steps: Sequence[int], *, most: int) -> tuple[str, ...]:
    """The first turns of a line of steps, at most so many. The tree is at the start of the line before and after."""
    turns: list[str] = []
    left, made = list(steps), 0
    while left and len(turns) < most:
        turn = [left.pop(0)]
        tree.make(turn[0])
        rest = tree.rest()
        if rest is not None:
            turn.append(left.pop(0) if left else rest)
        tree.unmake()
        turns.append(tree.write(turn))
        for step in turn:
            tree.make(step)
        made += len(turn)
    for _ in range(made):
        tree.unmake()
    return tuple(turns)
