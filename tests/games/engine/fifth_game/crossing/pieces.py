"""The stones of Crossing: round for Amber, three-cornered for Jade."""

from engine.contract import Piece, Side
from engine.drawing.palette import Palette

PAINTS = {"square_light": "#d9cfe0", "square_dark": "#c9bcd3", "first": "#8a4b00", "second": "#e6fff2"}


def draw(piece: Piece, *, palette: Palette) -> str:
    ink = palette.ink(piece.side)
    shape = '<circle cx="50" cy="50" r="34"' if piece.side is Side.FIRST else '<path d="M50 14 88 82H12Z"'
    return f'{shape} fill="{ink.fill}" stroke="{ink.line}" stroke-width="5"/>'
