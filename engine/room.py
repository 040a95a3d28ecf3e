"""Tables that fill themselves on demand, and the bound that all tables of a game share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeVar

V = TypeVar("V")


class Room:
    """A bound on the number of entries in several tables together. When it is reached, all of them are emptied."""

    def __init__(self, entries: int) -> None:
        self.entries = self.left = entries
        self.tables: list[Table[Any]] = []

    def clear(self) -> None:
        self.left = self.entries
        for table in self.tables:
            table.clear()


class Table(dict[int, V], ABC):
    """Finds an entry that it does not have by `find`, and keeps it.

    Another thread may empty the table at that very moment, so what `find` gave is handed out, never what is kept. A few
    entries more or less do no harm.
    """

    __slots__ = ("room",)

    def __init_subclass__(cls) -> None:
        """Refuses a table without `find` as Python does, except for what is made from `dict`. Raises TypeError."""
        if cls.find is Table.find:
            raise TypeError(f"{cls.__name__} does not say how it finds an entry.")

    def __init__(self, room: Room) -> None:
        self.room = room
        room.tables.append(self)

    @abstractmethod
    def find(self, key: int) -> V:
        """The entry of this key, worked out."""

    def __missing__(self, key: int) -> V:
        value = self.find(key)
        room = self.room
        if room.left <= 0:
            room.clear()
        room.left -= 1
        self[key] = value
        return value
