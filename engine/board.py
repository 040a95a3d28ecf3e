"""Rectangular boards: names of squares, rays, bit masks, and the board part of a position's text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from string import ascii_lowercase

from engine.contract import BadPosition

Direction = tuple[int, int]
"""A step in files and ranks: (0, 1) is one square up the board as FIRST sees it."""

ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL_AROUND = ORTHOGONAL + DIAGONAL


class Board:
    """Squares count from 0 at a1, along the first rank, then the next; bit n of a mask is square n."""

    def __init__(self, *, files: int, ranks: int) -> None:
        self.files = files
        self.ranks = ranks
        self.names = tuple(f"{ascii_lowercase[file]}{rank + 1}" for rank in range(ranks) for file in range(files))
        self.index = {name: square for square, name in enumerate(self.names)}
        self.bit = {name: 1 << square for square, name in enumerate(self.names)}
        self.full = (1 << files * ranks) - 1

    def ray(self, square: int, *, step: Direction, length: int) -> tuple[int, ...]:
        """The squares met from `square` (not part of it) by up to `length` steps, nearest first."""
        rank, file = divmod(square, self.files)
        met = []
        for _ in range(length):
            file, rank = file + step[0], rank + step[1]
            if not (0 <= file < self.files and 0 <= rank < self.ranks):
                break
            met.append(rank * self.files + file)
        return tuple(met)

    def rays(self, square: int, *, steps: Iterable[Direction], length: int) -> tuple[tuple[int, ...], ...]:
        """One ray for each step, except for those that leave the board at once."""
        found = (self.ray(square, step=step, length=length) for step in steps)
        return tuple(ray for ray in found if ray)

    def mask(self, squares: Iterable[int]) -> int:
        """The squares as one integer."""
        return sum(1 << square for square in set(squares))

    def squares(self, mask: int) -> Iterator[int]:
        """The squares of a mask, lowest first."""
        while mask:
            lowest = mask & -mask
            yield lowest.bit_length() - 1
            mask ^= lowest

    def write(self, letters: Mapping[int, str]) -> str:
        """The letters by square as in FEN: highest rank first, runs of empty squares as numbers."""
        ranks = []
        for rank in reversed(range(self.ranks)):
            row = "".join(letters.get(rank * self.files + file, " ") for file in range(self.files))
            ranks.append(re.sub(" +", lambda run: str(len(run[0])), row))
        return "/".join(ranks)

    def read(self, text: str, *, letters: str) -> dict[int, str]:
        """The reverse of `write`, for pieces among `letters`. Raises BadPosition."""
        rows = text.split("/")
        if len(rows) != self.ranks:
            raise BadPosition("ranks", "The board has {ranks} ranks, not {found}.", ranks=self.ranks, found=len(rows))
        found: dict[int, str] = {}
        for rank, row in zip(reversed(range(self.ranks)), rows, strict=True):
            found |= self._read_row(row, rank=rank, letters=letters)
        return found

    def _read_row(self, row: str, *, rank: int, letters: str) -> dict[int, str]:
        parts = re.findall("[0-9]+|[^0-9]", row)
        file = 0
        found = {}
        for part in parts:
            if part in letters:
                found[rank * self.files + file] = part
            elif not re.fullmatch("[1-9][0-9]?", part):
                raise BadPosition(
                    "letter", "Rank {rank} holds “{part}”, which is no piece.", rank=rank + 1, part=part[:20]
                )
            file += 1 if part in letters else int(part)
        if file != self.files:
            raise BadPosition(
                "rank", "Rank {rank} holds {found} squares, not {files}.", rank=rank + 1, found=file, files=self.files
            )
        return found

    @cached_property
    def between(self) -> dict[tuple[int, int], int]:
        """The squares strictly between two squares of one straight line, as a mask; no key where there is no line."""
        size = max(self.files, self.ranks)
        lines = {}
        for square in range(self.files * self.ranks):
            for ray in self.rays(square, steps=ALL_AROUND, length=size):
                for distance, end in enumerate(ray):
                    lines[square, end] = self.mask(ray[:distance])
        return lines
