"""What a search has found of positions, for when it meets them again."""

from __future__ import annotations

from collections.abc import Hashable

from engine.search.settings import WON

ROOM = 60_000
"""Entries of a table, some 40 MB; when it is full it is emptied."""
EXACTLY, AT_LEAST, AT_MOST = range(3)
NEVER = -1
"""The depth of an entry whose score holds on one way alone: its step is tried first elsewhere, too."""

Entry = tuple[int, int, int, int]
"""Depth, kind of bound, score and best step of a position that was searched."""


class Table(dict[Hashable, Entry]):
    """Entries by the keys of positions."""

    def keep(self, key: Hashable, depth: int, bound: int, best: int, step: int, ply: int) -> None:
        """Stores what was found of a position so many half turns from the root."""
        kept = best + (ply if best > 0 else -ply) if abs(best) > WON else best
        if len(self) >= ROOM:
            self.clear()
        self[key] = (depth, bound, kept, step)


def recall(entry: Entry, depth: int, alpha: int, beta: int, ply: int, *, deeper: bool) -> int | None:
    """The score that an entry has for this window; None where it doesn't settle it. With `deeper` one of a deeper
    search does, too."""
    known, bound, score, _ = entry
    if known < depth or (known > depth and not deeper):
        return None
    if abs(score) > WON:  # kept as seen from the position itself
        score += -ply if score > 0 else ply
    settled = bound == EXACTLY or (score >= beta if bound == AT_LEAST else score <= alpha)
    return score if settled else None
