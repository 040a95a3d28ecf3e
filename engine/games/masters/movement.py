"""What a movement table of Masters is written in, and the board that it is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board import ALL_AROUND, DIAGONAL, ORTHOGONAL, Board, Direction

BOARD = Board(files=10, ranks=12)
BIT: Mapping[str, int] = BOARD.bit
NAME: Mapping[int, str] = {bit: name for name, bit in BIT.items()}
AROUND = {0: 0} | {
    bit: BOARD.mask(ray[0] for ray in BOARD.rays(square, steps=ALL_AROUND, length=1)) for square, bit in enumerate(NAME)
}
"""The squares around a square, by its bit; none around no square."""

KINDS = "GPWCSAHDT"
"""The kinds, in the order of the masks of an army."""
GENERAL, PUPPETEER, WITCH, CARDINAL, *_ = range(len(KINDS))
PROMOTIONS = "DSAH"
LEAPS: tuple[Direction, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

_DIRECTIONS = {
    ORTHOGONAL: "orthogonally",
    DIAGONAL: "diagonally",
    ALL_AROUND: "in any of 8 directions",
    LEAPS: "as a chess knight does, over anything",
    ((0, 1),): "forward",
    ((-1, 1), (1, 1)): "diagonally forward",
}
_TOP, _BOTTOM = BOARD.mask(range(110, 120)), BOARD.mask(range(10))


@dataclass(frozen=True, slots=True)
class Movement:
    """One row of the movement table.

    `goes` are steps in files and ranks, ranks counted towards the enemy; `reach` is how many of them in one line (None:
    as many as the board has). `takes`, where given, are the steps of a capture, and `goes` those to an empty square.
    `flies` passes over pieces of the mover's colour.
    """

    name: str
    goes: tuple[Direction, ...]
    reach: int | None = 1
    takes: tuple[Direction, ...] | None = None
    flies: bool = False

    @property
    def words(self) -> str:
        """The row in words, for a rules page."""
        if not self.goes:
            return "nothing of its own"
        far = {None: "any distance", 1: "one square", 2: "one or two squares"}.get(
            self.reach, f"1–{self.reach} squares"
        )
        goes = _DIRECTIONS.get(self.goes, "by its own steps")
        if self.goes == LEAPS:
            far = "leaps"
        words = f"{far} {goes}"
        if self.takes is not None:
            words += f" to an empty square; captures {_DIRECTIONS.get(self.takes, 'by steps of its own')}"
        return words + ("; flies over own pieces" if self.flies else "")

    @property
    def marches(self) -> bool:
        """Whether it has a single step without capture, one square far, so that each square is reached from only one
        other."""
        return self.takes is not None and len(self.goes) == 1 and self.reach == 1 and not self.flies

    @property
    def looks_both_ways(self) -> bool:
        """Whether it is the same for both colours."""
        return all({(file, -rank) for file, rank in steps} == {*steps} for steps in (self.goes, self.takes or ()))


def must_promote(piece: str, end: int) -> bool:
    """Whether the piece is a scout that has reached the last rank of its colour's way."""
    return bool((piece == "T" and end & _TOP) or (piece == "t" and end & _BOTTOM))


def list_bits(mask: int) -> list[int]:
    """The squares of a mask as bits, lowest first."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits
