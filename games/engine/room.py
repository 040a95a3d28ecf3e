"""Tables that fill themselves on demand, and the bound that all tables of a game share."""

from __future__ import annotations

from typing import TypeVar

V = TypeVar("V")


class Room:
    """A bound on the number of entries in several tables together. When it is reached, all of them are emptied."""

    def __init__(self, entries: int) -> None:
        self.entries = self.left = entries
        self.tables: list[Table] = []  # type: ignore[type-arg]  # of any values

    def clear(self) -> None:
        self.left = self.entries
        for table in self.tables:
            table.clear()


class Table(dict[int, V]):
    """Finds an entry that it does not have by `find`, and keeps it.

    Another thread may empty the table at that very moment, so what `find` gave is handed out, never what is kept. A few
    entries more or less do no harm.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        room.tables.append(self)

    def find(self, key: int) -> V:
        raise NotImplementedError

    def __missing__(self, key: int) -> V:
        value = self.find(key)
        room = self.room
        if room.left <= 0:
            room.clear()
        room.left -= 1
        self[key] = value
        return value
