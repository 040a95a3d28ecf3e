"""The pieces of Mastery: a crown commands, a shield obeys, a coin changes hands."""

from __future__ import annotations

from engine.contract import Piece, Side
from engine.drawing.palette import Ink, Palette

MASTER = "M17 79 12 33 33 50 50 18 67 50 88 33 83 79Z"
OFFICER = "M25 22H75V50C75 67 63 77 50 84 37 77 25 67 25 50Z"
MARKS = (
    (Piece(None, "P", Side.SECOND, ("controllable",)), "", "a piece that the side to move controls"),
    (None, "to", "where the chosen piece can go"),
    (Piece(None, "O", Side.SECOND), "take", "what it can take"),
    (None, "control", "where a controlled piece can go"),
    (Piece(None, "P", Side.FIRST), "devour", "your own piece that a Master can devour"),
    (Piece(None, "O", Side.FIRST), "returned", "a piece returned in the last turn"),
    (None, "zone-first", "the zone of control of a Dark piece"),
    (None, "zone-second", "the zone of control of a Light piece"),
)


def draw(piece: Piece, *, palette: Palette) -> str:
    """Draws one of three outlines that nobody confuses, with a small lozenge on what the side to move controls.

    What is drawn upon a piece differs by side: a round jewel or a cut one, chevrons up or down, a ring or a dot.
    """
    ink = palette.ink(piece.side)
    drawn = {"M": draw_master, "O": draw_officer, "P": draw_pawn}[piece.kind](ink, piece.side)
    if "controllable" in piece.marks:
        drawn += (
            f'<path d="M84 3 97 16 84 29 71 16Z" fill="{palette.mark_control}" stroke="{palette.square_light}"'
            ' stroke-width="3"/>'
        )
    return drawn


def find_choice(token: str, side: Side) -> Piece | None:
    """What comes back."""
    return Piece(None, token, side) if token in ("O", "P") else None


def _outline(ink: Ink) -> str:
    return f'fill="{ink.fill}" stroke="{ink.line}" stroke-width="5" stroke-linejoin="round"'


def _detail(ink: Ink) -> str:
    return f'fill="none" stroke="{ink.detail}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'


def draw_master(ink: Ink, side: Side) -> str:
    band = f'<path d="M26 68H74" {_detail(ink)}/>'
    cut = f'<path d="M50 40 59 50 50 60 41 50Z" fill="{ink.detail}"/>'
    jewel = f'<circle cx="50" cy="50" r="6.5" fill="{ink.detail}"/>' if side is Side.FIRST else cut
    return f'<path d="{MASTER}" {_outline(ink)}/>{band}{jewel}'


def draw_officer(ink: Ink, side: Side) -> str:
    chevrons = "M36 54 50 41 64 54M36 67 50 54 64 67" if side is Side.FIRST else "M36 37 50 50 64 37M36 50 50 63 64 50"
    return f'<path d="{OFFICER}" {_outline(ink)}/><path d="{chevrons}" {_detail(ink)}/>'


def draw_pawn(ink: Ink, side: Side) -> str:
    ring = f'<circle cx="50" cy="53" r="11" {_detail(ink)}/>'
    dot = f'<circle cx="50" cy="53" r="8" fill="{ink.detail}"/>'
    return f'<circle cx="50" cy="53" r="25" {_outline(ink)}/>{ring if side is Side.FIRST else dot}'
