"""How a picture of a position is wanted, as its address says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.numbers import read_number
from core.refusal import Refusal
from engine.contract import Ruleset
from engine.drawing.frame import SQUARE
from games.pictures.tiles import MARGIN
from records.words import pictures as words

LEAST, MOST, USUAL = 240, 1200, 480
"""Pixels of the width."""
MOST_CAPTURED = 600
"""Pixels up to which a PNG has captured pieces: their rows take more of the processor than the board, with the square
of the width. An SVG has them at any."""


class Look(NamedTuple):
    flipped: bool = False
    size: int = USUAL
    dark: bool = False
    coordinates: bool = True
    last: bool = True
    """Whether the squares of the last turn are marked."""
    captured: bool = False
    """Whether captured pieces stand above and below."""

    def scale(self, ruleset: Ruleset) -> float:
        """Pixels for a unit of the SVG: the width is about the size, with squares of whole pixels."""
        units = ruleset.files * SQUARE + (MARGIN if self.coordinates else 0)
        return max(1, round(self.size / units * SQUARE)) / SQUARE

    def as_png(self) -> Look:
        return self._replace(captured=self.captured and self.size <= MOST_CAPTURED)


def read_look(given: Mapping[str, str]) -> Look:
    """Raises Refusal: bad_size, bad_side, bad_theme, bad_flag (422)."""
    size = read_number(given.get("size", "")) if given.get("size") else USUAL
    if size is None or not LEAST <= size <= MOST:
        raise Refusal(words.BAD_SIZE(least=LEAST, most=MOST), status=422)
    side, theme = given.get("side", "first"), given.get("theme", "light")
    if side not in ("first", "second"):
        raise Refusal(words.BAD_SIDE(), status=422)
    if theme not in ("light", "dark"):
        raise Refusal(words.BAD_THEME(), status=422)
    flags = {name: read_flag(given, name) for name in ("coordinates", "last", "captured") if given.get(name)}
    return Look(flipped=side == "second", size=size, dark=theme == "dark", **flags)


def read_flag(given: Mapping[str, str], name: str) -> bool:
    if given[name] not in ("0", "1"):
        raise Refusal(words.BAD_FLAG(name=name), status=422)
    return given[name] == "1"
