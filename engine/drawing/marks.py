"""What is drawn upon squares: the last turn, zones, where a piece may go and what it may take."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from engine.drawing.frame import SQUARE, Frame
from engine.drawing.palette import Palette

RINGS = {"take": "", "devour": "20 12", "claim": "14 10"}
"""How rings are dashed."""
RIM = 44
"""From the middle of a square to where its piece ends."""


def draw_last(frame: Frame, palette: Palette, squares: Iterable[str]) -> str:
    drawn = []
    for name in squares:
        x, y = frame.corner(name)
        drawn.append(
            f'<rect x="{x + 4}" y="{y + 4}" width="92" height="92" fill="{palette.mark_last}" fill-opacity=".38"'
            f' stroke="{palette.mark_last}" stroke-width="8"/>'
        )
    return "".join(drawn)


def draw_last_way(frame: Frame, palette: Palette, start: str, end: str) -> str:
    """An arrow up to the rim of the piece, which would hide its tip on a way of one square. Pieces slide along it."""
    (x, y), (u, v) = frame.corner(start), frame.corner(end)
    far = hypot(u - x, v - y)
    across, down = (u - x) / far, (v - y) / far
    tip = (u + 50 - RIM * across, v + 50 - RIM * down)
    wings = [(tip[0] - 24 * (across + turn * down), tip[1] - 24 * (down - turn * across)) for turn in (-0.8, 0.8)]
    (a, b), (c, d) = wings
    line = f"M{x + 50} {y + 50}L{tip[0]:.0f} {tip[1]:.0f}M{a:.0f} {b:.0f}L{tip[0]:.0f} {tip[1]:.0f}L{c:.0f} {d:.0f}"
    return (
        f'<path class="last-way" data-from="{start}" data-to="{end}" d="{line}" fill="none"'
        f' stroke="{palette.mark_last}" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def draw_zone(frame: Frame, palette: Palette, name: str, zone: str) -> str:
    """A tint and a corner: FIRST's at the lower left, SECOND's at the upper right, so that both fit one square."""
    x, y = frame.corner(name)
    paint = palette.mark(zone)
    corner = f"M{x} {y + 100}v-34l34 34z" if zone == "zone-first" else f"M{x + 100} {y}v34l-34-34z"
    tint = f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{paint}" fill-opacity=".28"/>'
    return f'{tint}<path d="{corner}" fill="{paint}"/>'


def draw_mark(x: int, y: int, palette: Palette, mark: str) -> str:
    """A dot where a piece may go, a ring around what it may take, a lozenge for a control, a frame for its own
    square."""
    paint = palette.mark("control" if mark == "claim" else mark)
    if mark == "from":
        return f'<rect x="{x + 5}" y="{y + 5}" width="90" height="90" fill="none" stroke="{paint}" stroke-width="8"/>'
    if mark in RINGS:
        dashes = f' stroke-dasharray="{RINGS[mark]}"' if RINGS[mark] else ""
        ring = f'<circle cx="{x + 50}" cy="{y + 50}" r="44" fill="none" stroke="{paint}" stroke-width="8"'
        return f"{ring}{dashes}/>"
    if mark == "control":
        return f'<path d="M{x + 50} {y + 30}l20 20-20 20-20-20z" fill="{paint}"/>'
    return f'<circle cx="{x + 50}" cy="{y + 50}" r="15" fill="{paint}"/>'
