"""How many pieces each side had on the board, turn by turn: a graph as SVG, and the same as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from engine.contract import Position, Side

WIDTH, HEIGHT, PAD = 640, 180, 8


class Counted(NamedTuple):
    """Pieces on the board after so many turns."""

    ply: int
    first: int
    second: int


class Span(NamedTuple):
    """Turns over which nothing changed: a row of the table."""

    start: int
    end: int
    first: int
    second: int


def count(positions: Sequence[Position]) -> list[Counted]:
    told = []
    for ply, position in enumerate(positions):
        sides = [piece.side for piece in position.pieces()]
        told.append(Counted(ply, sides.count(Side.FIRST), sides.count(Side.SECOND)))
    return told


def list_spans(counted: Sequence[Counted]) -> Iterator[Span]:
    for (first, second), group in groupby(counted, key=lambda each: (each.first, each.second)):
        plies = [each.ply for each in group]
        yield Span(plies[0], plies[-1], first, second)


def draw(counted: Sequence[Counted]) -> SafeString:
    """A line of steps for each side. It is hidden from screen readers, which get the table."""
    most = max(max(each.first, each.second) for each in counted) or 1
    step = (WIDTH - 2 * PAD) / max(len(counted) - 1, 1)

    def trace(numbers: Sequence[int]) -> str:
        heights = [PAD + (HEIGHT - 2 * PAD) * (1 - number / most) for number in numbers]
        path = f"M{PAD} {heights[0]:.1f}"
        for ply, height in enumerate(heights[1:], 1):
            path += f"H{PAD + ply * step:.1f}" + (f"V{height:.1f}" if height != heights[ply - 1] else "")
        return path

    lines = "".join(
        f'<path class="{name}" d="{trace([getattr(each, name) for each in counted])}"/>' for name in ("first", "second")
    )
    ground = f'<path class="ground" d="M{PAD} {HEIGHT - PAD}H{WIDTH - PAD}"/>'
    view = f'viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" focusable="false"'
    return mark_safe(f'<svg class="material-graph" {view}>{ground}{lines}</svg>')
