"""Bounds what tables keep that fill themselves when asked: all those of a game share one room."""

from __future__ import annotations

from typing import Any


class Room:
    """Room for so many entries in all tables together; when it is full, all of them forget what they have learnt.

    A table calls `enter` before it keeps an entry. Another thread may make it forget in that very instant, so a table
    hands out what it has just found, never what it finds kept. A few entries more or less do no harm.
    """

    def __init__(self, entries: int) -> None:
        self.entries = self.left = entries
        self.tables: dict[int, dict[Any, Any]] = {}

    def enter(self, table: dict[Any, Any]) -> None:
        if self.left <= 0:
            tables, self.tables, self.left = self.tables, {}, self.entries
            for full in tables.values():
                full.clear()
        self.left -= 1
        self.tables[id(table)] = table
