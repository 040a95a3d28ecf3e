"""What is drawn upon squares: the last turn, zones, where a piece may go and what it may take."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from engine.contract import Side
from engine.drawing.frame import SQUARE, Frame
from engine.drawing.palette import Palette

RINGS = {"take": "", "devour": "20 12", "claim": "14 10"}
"""How rings are dashed."""
ZONES = {"zone-first": Side.FIRST, "zone-second": Side.SECOND}
"""The marks of squares in a zone, with whose it is."""
TINTS = (0.3, 0.5)
"""How dense the tint of a zone is, by side: a dark one shows sooner."""
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


def draw_last_way(frame: Frame, palette: Palette, start: str, end: str, *, controlled: bool = False) -> str:
    """An arrow up to the rim of the piece, which would hide its tip on a way of one square. Pieces slide along it.

    That of a piece which the other side controlled is dashed, of another colour, and begins with a lozenge.
    """
    (x, y), (u, v) = frame.corner(start), frame.corner(end)
    far = hypot(u - x, v - y)
    across, down = (u - x) / far, (v - y) / far
    tip = (u + 50 - RIM * across, v + 50 - RIM * down)
    wings = [(tip[0] - 24 * (across + turn * down), tip[1] - 24 * (down - turn * across)) for turn in (-0.8, 0.8)]
    (a, b), (c, d) = wings
    shaft = f"M{x + 50} {y + 50}L{tip[0]:.0f} {tip[1]:.0f}"
    head = f"M{a:.0f} {b:.0f}L{tip[0]:.0f} {tip[1]:.0f}L{c:.0f} {d:.0f}"
    ends = f'data-from="{start}" data-to="{end}"'
    paint = palette.mark_control if controlled else palette.mark_last
    look = f'fill="none" stroke="{paint}" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"'
    if not controlled:
        return f'<path class="last-way" {ends} d="{shaft}{head}" {look}/>'
    lozenge = f'<path d="M{x + 50} {y + 26}l24 24-24 24-24-24z" fill="{paint}"/>'
    drawn = f'<path d="{shaft}" {look} stroke-dasharray="4 22"/><path d="{head}" {look}/>{lozenge}'
    return f'<g class="last-way controlled" {ends}>{drawn}</g>'


def draw_returned(x: int, y: int, palette: Palette) -> str:
    """A plus at the lower left corner of a square whose piece was put back in the last turn."""
    disc = f'<circle cx="{x + 19}" cy="{y + 81}" r="16" fill="{palette.mark_control}"/>'
    plus = f'<path d="M{x + 19} {y + 71}v20M{x + 9} {y + 81}h20" stroke="{palette.square_light}" stroke-width="6"/>'
    return f'<g class="returned">{disc}{plus}</g>'


def draw_zone(x: int, y: int, palette: Palette, side: Side) -> str:
    """A tint and a corner in the colours of a side's pieces: FIRST's at the lower left, SECOND's at the upper right, so
    that both fit one square."""
    ink = palette.ink(side)
    corner = f"M{x + 3} {y + 97}v-36l36 36z" if side is Side.FIRST else f"M{x + 97} {y + 3}v36l-36-36z"
    tint = f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{ink.fill}" fill-opacity="{TINTS[side]}"/>'
    return f'{tint}<path d="{corner}" fill="{ink.fill}" stroke="{ink.line}" stroke-width="5" stroke-linejoin="round"/>'


def draw_mark(x: int, y: int, palette: Palette, mark: str) -> str:
    """A dot where a piece may go, a ring around what it may take, a lozenge for a control, a frame for its own square,
    a plus for a piece that was put back."""
    if mark == "returned":
        return draw_returned(x, y, palette)
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
