"""Tables that fill themselves when asked, and the room that all those of a game share, so that they stay bounded."""

from __future__ import annotations

from typing import TypeVar

V = TypeVar("V")


class Room:
    """Room for so many entries in all its tables together; when it is full, all of them forget what they learnt."""

    def __init__(self, entries: int) -> None:
        self.entries = self.left = entries
        self.tables: list[Table] = []  # type: ignore[type-arg]  # of any values

    def clear(self) -> None:
        self.left = self.entries
        for table in self.tables:
            table.clear()


class Table(dict[int, V]):
    """Finds what it is asked for and does not know yet by `find`, and keeps it.

    Another thread may make it forget in that very instant: what `find` gave is handed out, never what is kept. A few
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
