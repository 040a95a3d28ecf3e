"""The pieces of MASTER on green felt: dice with their pips, and Masters whose rays point the way they leap.

Red's dice have round corners and a plain Master, White's have cut corners and a Master in a ring.
"""

from __future__ import annotations

from engine.contract import Piece, Side
from engine.drawing.palette import Ink, Palette
from engine.games.master.words import SHOWING

PAINTS = {
    "square_light": "#8fb3a0",
    "square_dark": "#7ea591",
    "first": "#8f1a16",
    "first_line": "#3d0705",
    "second": "#fdf9ee",
    "second_line": "#2b2a26",
    "coordinate": "#1f3a2c",
    "mark_last": "#6e5200",
}
NIGHT = {
    "square_light": "#435c4f",
    "square_dark": "#374f43",
    "first": "#8a1d18",
    "first_line": "#f3b9ae",
    "second": "#f3ecdb",
    "second_line": "#1b1a17",
    "coordinate": "#d5e3da",
    "mark_last": "#e3b23c",
}

LEGEND = "M Master, A to F Pawns showing 1 to 6"

LOW, MIDDLE, HIGH = 31, 50, 69
CORNERS = ((LOW, LOW), (HIGH, HIGH), (LOW, HIGH), (HIGH, LOW))
SIDES = ((LOW, MIDDLE), (HIGH, MIDDLE))
CENTRE = ((MIDDLE, MIDDLE),)
PIPS = {
    1: CENTRE,
    2: CORNERS[:2],
    3: CORNERS[:2] + CENTRE,
    4: CORNERS,
    5: CORNERS + CENTRE,
    6: CORNERS + SIDES,
}
ROUND = "M30 13H70A17 17 0 0 1 87 30V70A17 17 0 0 1 70 87H30A17 17 0 0 1 13 70V30A17 17 0 0 1 30 13Z"
CUT = "M29 12H71L88 29V71L71 88H29L12 71V29Z"
STAR = "M50 32 80 9 91 20 68 50 91 80 80 91 50 68 20 91 9 80 32 50 9 20 20 9Z"
MARKS = (
    (None, "to", "where the chosen piece can go"),
    (Piece(None, "P", Side.SECOND, ("face-4",)), "take", "what it can take"),
    (Piece(None, "P", Side.FIRST, ("face-3",)), "", "a Pawn, which shows how far it goes"),
)


def draw(piece: Piece, *, palette: Palette) -> str:
    """A die showing its face (blank where that is not known, as in a tray), or a Master."""
    ink = palette.ink(piece.side)
    return draw_master(ink, piece.side) if piece.kind == "M" else draw_die(ink, piece)


def find_face(piece: Piece) -> int:
    """What a die shows; 0 where that is not known."""
    return next((int(mark[-1]) for mark in piece.marks if mark.startswith("face-")), 0)


def find_choice(token: str, side: Side) -> Piece | None:
    """The face that a die is turned to."""
    return Piece(None, "P", side, (f"face-{token[1]}",)) if token[0] == "=" else None


def describe_marks(piece: Piece) -> str:
    face = find_face(piece)
    return str(SHOWING(face=face)) if face else ""


def write_letter(piece: Piece) -> str:
    """The letter of a piece in the text of a position."""
    face = find_face(piece)
    return "ABCDEF"[face - 1] if face else piece.kind


def draw_die(ink: Ink, piece: Piece) -> str:
    body = ROUND if piece.side is Side.FIRST else CUT
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="8.5"/>' for x, y in PIPS.get(find_face(piece), ()))
    die = f'<path d="{body}" fill="{ink.fill}" stroke="{ink.line}" stroke-width="4.5" stroke-linejoin="round"/>'
    return f'{die}<g fill="{ink.detail}">{pips}</g>'


def draw_master(ink: Ink, side: Side) -> str:
    outline = f'fill="{ink.fill}" stroke="{ink.line}" stroke-width="4.5" stroke-linejoin="round"'
    ring = f'<circle cx="50" cy="50" r="35" fill="none" stroke="{ink.line}" stroke-width="6"/>'
    hub = f'<circle cx="50" cy="50" r="19" {outline}/><circle cx="50" cy="50" r="8" fill="{ink.detail}"/>'
    return f'{ring if side is Side.SECOND else ""}<path d="{STAR}" {outline}/>{hub}'
