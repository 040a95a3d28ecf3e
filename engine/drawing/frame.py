"""Where each square of a board lies in its picture."""

from __future__ import annotations

from engine.contract import Ruleset
from engine.drawing.text import find_place

SQUARE = 100
EDGE = 42
"""Room for the coordinates at the left and below; a square is 100 wide."""


class Frame:
    """Where each square lies: `flipped` shows the board as SECOND sees it, `crop` (`b3-h9`) only a part of it."""

    def __init__(self, ruleset: Ruleset, *, flipped: bool, crop: str = "") -> None:
        low, _, high = crop.partition("-")
        left, bottom = find_place(low) if crop else (0, 0)
        right, top = find_place(high) if crop else (ruleset.files - 1, ruleset.ranks - 1)
        self.left, self.bottom, self.flipped = left, bottom, flipped
        self.files, self.ranks = right - left + 1, top - bottom + 1
        self.width, self.height = EDGE + self.files * SQUARE, self.ranks * SQUARE + EDGE
        self.names = [
            f"{chr(ord('a') + file)}{rank + 1}" for rank in range(bottom, top + 1) for file in range(left, right + 1)
        ]

    def corner(self, name: str) -> tuple[int, int]:
        """Left and top of a square."""
        file, rank = find_place(name)
        file, rank = file - self.left, rank - self.bottom
        column = self.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.ranks - 1 - rank
        return EDGE + column * SQUARE, row * SQUARE
