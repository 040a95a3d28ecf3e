"""Arrows and circles on a board, as text: `d4 d4-e6/red` is a circle in the usual colour and a red arrow."""

from __future__ import annotations

import re

from analysis.words import refusals
from core.refusal import Refusal
from engine.board import Board
from engine.contract import Ruleset
from engine.drawing.shapes import COLOURS, Shape

MOST = 30
"""Shapes on one board."""
WRITTEN = re.compile(r"([a-z]\d{1,2})(?:-([a-z]\d{1,2}))?(?:/([a-z]+))?")


def read_shapes(text: str, ruleset: Ruleset) -> tuple[Shape, ...]:
    """The shapes, each once, in their order. Raises Refusal: shapes."""
    squares = set(Board(files=ruleset.files, ranks=ruleset.ranks).names)
    found: dict[Shape, None] = {}
    for word in re.split(r"[\s,;]+", text.strip().lower()):
        if not word:
            continue
        match = WRITTEN.fullmatch(word)
        start, end, colour = match.groups() if match else ("", None, None)
        shape = Shape(start, end or start, colour or COLOURS[0])
        if not {shape.start, shape.end} <= squares or shape.colour not in COLOURS:
            raise Refusal(refusals.BAD_SHAPE(word=word[:40]), status=422)
        found[shape] = None
    if len(found) > MOST:
        raise Refusal(refusals.TOO_MANY_SHAPES(most=MOST), status=422)
    return tuple(found)


def write_shapes(shapes: tuple[Shape, ...]) -> str:
    return " ".join(
        shape.start
        + (f"-{shape.end}" if shape.end != shape.start else "")
        + (f"/{shape.colour}" if shape.colour != COLOURS[0] else "")
        for shape in shapes
    )
