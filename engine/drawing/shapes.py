"""Circles and arrows that somebody drew upon a board to think with. The page's style gives their colours."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

COLOURS = ("green", "red", "blue", "yellow")
HEAD = 34
"""Length of an arrow's head; a square is 100 wide."""


class Shape(NamedTuple):
    """An arrow from one square to another, or a circle around one that both are."""

    start: str
    end: str
    colour: str


def draw_shape(shape: Shape, corner: Callable[[str], tuple[int, int]]) -> str:
    """`corner` gives left and top of a square."""
    (x, y), (u, v) = ((left + 50, top + 50) for left, top in map(corner, (shape.start, shape.end)))
    if shape.start == shape.end:
        return f'<circle class="shape {shape.colour}" cx="{x}" cy="{y}" r="44"/>'
    far = hypot(u - x, v - y)
    across, down = (u - x) / far, (v - y) / far
    back = (u - HEAD * across, v - HEAD * down)
    wings = [(back[0] - turn * HEAD * 0.62 * down, back[1] + turn * HEAD * 0.62 * across) for turn in (-1, 1)]
    (a, b), (c, d) = wings
    line = f"M{x + 18 * across:.0f} {y + 18 * down:.0f}L{back[0]:.0f} {back[1]:.0f}"
    head = f"M{a:.0f} {b:.0f}L{u} {v}L{c:.0f} {d:.0f}z"
    return f'<g class="shape {shape.colour}"><path d="{line}"/><path class="head" d="{head}"/></g>'
