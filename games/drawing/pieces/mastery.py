"""The pieces of Mastery: a crown commands, a shield obeys, a coin changes hands."""

from __future__ import annotations

from games.drawing.palette import Ink, Palette
from games.engine.contract import Piece

MASTER = "M17 79 12 33 33 50 50 18 67 50 88 33 83 79Z"
OFFICER = "M25 22H75V50C75 67 63 77 50 84 37 77 25 67 25 50Z"


def draw(piece: Piece, *, palette: Palette) -> str:
    """Three outlines nobody takes for one another; a small lozenge on what the side to move controls."""
    ink = palette.ink(piece.side)
    drawn = {"M": draw_master, "O": draw_officer, "P": draw_pawn}[piece.kind](ink)
    if "controllable" in piece.marks:
        drawn += (
            f'<path d="M84 3 97 16 84 29 71 16Z" fill="{palette.mark_control}" stroke="{palette.square_light}"'
            ' stroke-width="3"/>'
        )
    return drawn


def _outline(ink: Ink) -> str:
    return f'fill="{ink.fill}" stroke="{ink.line}" stroke-width="5" stroke-linejoin="round"'


def _detail(ink: Ink) -> str:
    return f'fill="none" stroke="{ink.detail}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'


def draw_master(ink: Ink) -> str:
    band = f'<path d="M26 68H74" {_detail(ink)}/>'
    return f'<path d="{MASTER}" {_outline(ink)}/>{band}<circle cx="50" cy="50" r="6.5" fill="{ink.detail}"/>'


def draw_officer(ink: Ink) -> str:
    return f'<path d="{OFFICER}" {_outline(ink)}/><path d="M36 54 50 41 64 54M36 67 50 54 64 67" {_detail(ink)}/>'


def draw_pawn(ink: Ink) -> str:
    ring = f'<circle cx="50" cy="53" r="11" {_detail(ink)}/>'
    return f'<circle cx="50" cy="53" r="25" {_outline(ink)}/>{ring}'
