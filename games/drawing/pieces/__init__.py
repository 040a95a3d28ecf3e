"""How the pieces of each game look: one file a game, found by its slug.

A file has one function, `draw(piece, *, palette) -> str`: SVG inside a square of 100 by 100. A game without a file
gets discs with letters, so that its rules can be played before it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from games.drawing import glyphs
from games.drawing.palette import Palette
from games.engine.contract import Piece

Draw = Callable[..., str]


def find(slug: str) -> Draw:
    """The function that draws a piece of this game."""
    name = f"{__name__}.{slug.replace('-', '_')}"
    return import_module(name).draw if find_spec(name) else draw_disc


def draw_disc(piece: Piece, *, palette: Palette) -> str:
    """A disc with the letter of the piece's kind."""
    ink = palette.ink(piece.side)
    disc = f'<circle cx="50" cy="50" r="36" fill="{ink.fill}" stroke="{ink.line}" stroke-width="4"/>'
    return disc + glyphs.write(piece.kind, x=50, y=50, height=34, paint=ink.detail, weight=0.9)
