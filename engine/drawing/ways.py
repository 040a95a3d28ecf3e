"""Turns on a diagram: an arrow where a turn may be played, a dashed line that ends in a cross where it may not.

A turn of one square is a dashed ring as around what can be claimed in play, or a cross alone.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from engine.drawing.palette import Palette

GAP = 30
"""How far from the centre of a square a line begins and ends; a square is 100 wide."""
HEAD = 22
ARM = 17


class Way(NamedTuple):
    """The squares of a turn from its first to its last, perhaps only one, and whether the turn may be played."""

    squares: tuple[str, ...]
    allowed: bool


def draw_way(way: Way, corner: Callable[[str], tuple[int, int]], palette: Palette) -> str:
    """The turn as a line. `corner` gives left and top of a square."""
    (x, y), (u, v) = ((left + 50, top + 50) for left, top in map(corner, (way.squares[0], way.squares[-1])))
    if way.allowed and len(way.squares) == 1:
        ring = f'<circle cx="{x}" cy="{y}" r="45" fill="none" stroke="{palette.mark("control")}" stroke-width="8"'
        return f'{ring} stroke-dasharray="14 10"/>'
    far = hypot(u - x, v - y)
    across, down = ((u - x) / far, (v - y) / far) if far else (0.0, 0.0)
    path = ""
    if far:
        path = f"M{x + GAP * across:.0f} {y + GAP * down:.0f}L{u - GAP * across:.0f} {v - GAP * down:.0f}"
    dashes = "" if way.allowed else ' stroke-width="7" stroke-dasharray="12 14"'
    end = _draw_head(u, v, across, down) if way.allowed else _draw_cross(u, v)
    paint = palette.mark("to" if way.allowed else "take")
    halo = f'<path d="{path}{end}" stroke="{palette.square_light}" stroke-width="17"/>'
    line = f'<g stroke="{paint}" stroke-width="9"><path d="{path}"{dashes}/><path d="{end}"/></g>'
    return f'<g class="way" fill="none" stroke-linecap="round" stroke-linejoin="round">{halo}{line}</g>'


def _draw_head(x: float, y: float, across: float, down: float) -> str:
    """The two strokes of an arrow's head, which points the way (across, down) and stops short of (x, y)."""
    x, y = x - GAP * across, y - GAP * down
    back = [(x - HEAD * (across + turn * down), y - HEAD * (down - turn * across)) for turn in (-0.8, 0.8)]
    (a, b), (c, d) = back
    return f"M{a:.0f} {b:.0f}L{x:.0f} {y:.0f}L{c:.0f} {d:.0f}"


def _draw_cross(x: float, y: float) -> str:
    return f"M{x - ARM:.0f} {y - ARM:.0f}l{2 * ARM} {2 * ARM}M{x + ARM:.0f} {y - ARM:.0f}l-{2 * ARM} {2 * ARM}"
