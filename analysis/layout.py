"""How the nodes of a tree hang together: its lines, paths and ends. It uses no database.

Wherever a line branches off, the turns of the game itself come first, whether or not the tree has stored them yet; a
turn that it has not stored has its negated ply as its number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

ROOT = 0


class Entry(NamedTuple):
    """What a list of a tree's turns shows of a node."""

    number: int
    parent: int | None
    ply: int
    text: str
    rank: int
    mark: str
    comment: str
    by_computer: bool


class Line(NamedTuple):
    """A run of turns without a branch: the main line has depth 0, a branch of it 1."""

    depth: int
    numbers: tuple[int, ...]


class Layout:
    """A tree in memory, without nodes below one that was left out. `played` are the turns of its game."""

    def __init__(self, entries: Iterable[Entry], played: Sequence[str] = ()) -> None:
        self.entries = {entry.number: entry for entry in sorted(entries, key=lambda entry: (entry.rank, entry.number))}
        self.children: dict[int, list[int]] = defaultdict(list)
        for entry in self.entries.values():
            if entry.parent is not None:
                self.children[entry.parent].append(entry.number)
        reached = self.list_below(ROOT)
        self.entries = {number: self.entries[number] for number in reached}
        self.played = [ROOT]
        for ply, text in enumerate(played, 1):
            self._follow(ply, text)
        self.of_game = frozenset(self.played)

    def _follow(self, ply: int, text: str) -> None:
        parent = self.played[-1]
        after = self.children[parent]
        number = next((each for each in after if self.entries[each].text == text), -ply)
        if number < 0:
            self.entries[number] = Entry(number, parent, ply, text, 0, "", "", False)
        else:
            after.remove(number)
        after.insert(0, number)
        self.played.append(number)

    def resolve(self, number: int) -> int | None:
        """The node of this number, or for a negative one the game's turn of that ply. None where there is none."""
        if number < 0:
            return self.played[-number] if -number < len(self.played) else None
        return number if number in self.entries else None

    def find_path(self, number: int) -> list[int]:
        """The nodes from the root to this one, including both."""
        path = [number]
        while (parent := self.entries[path[-1]].parent) is not None:
            path.append(parent)
        return path[::-1]

    def find_next(self, number: int) -> int | None:
        """The next node of the line."""
        after = self.children.get(number)
        return after[0] if after else None

    def find_end(self, number: int) -> int:
        """The last node of the line that goes on from this one."""
        while (after := self.find_next(number)) is not None:
            number = after
        return number

    def list_below(self, number: int) -> list[int]:
        """The node and all nodes after it."""
        found = [number]
        for each in found:
            found += self.children.get(each, ())
        return found

    def list_before(self, number: int) -> list[int]:
        """The other turns from the same position that come before this one and do not belong to the game."""
        parent = self.entries[number].parent
        if parent is None:
            return []
        after = self.children[parent]
        return [each for each in after[: after.index(number)] if each not in self.of_game]

    def find_twin(self, texts: Sequence[str]) -> int | None:
        """The node to which these turns lead from the root."""
        number = ROOT
        for text in texts:
            found = next((each for each in self.children.get(number, ()) if self.entries[each].text == text), None)
            if found is None:
                return None
            number = found
        return number

    def list_texts(self, number: int) -> list[str]:
        """The turns from the root to the node."""
        return [self.entries[each].text for each in self.find_path(number)[1:]]

    def list_lines(self) -> list[Line]:
        """All turns in reading order: after a turn its other branches, then the rest of the line."""
        lines: list[Line] = []
        first = self.find_next(ROOT)
        todo = [] if first is None else [(0, first, True)]
        while todo:
            depth, number, is_first = todo.pop()
            run: list[int] = []
            while True:
                run.append(number)
                parent, following = self.entries[number].parent, self.find_next(number)
                others = self.children[parent][1:] if is_first and parent is not None else []
                if others or following is None:
                    break
                number, is_first = following, True
            if following is not None:
                todo.append((depth, following, True))
            todo += [(depth + 1, other, False) for other in reversed(others)]
            lines.append(Line(depth, tuple(run)))
        return lines
