"""Small boards for lists: each piece is drawn once on a page, as a shape, and the boards use it by its name.

A shape's name says all that it depends on: `mastery.P.0.controllable` is a Pawn of FIRST with a mark,
`mastery.ground.0` the empty board as FIRST sees it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine import registry
from engine.contract import Piece, Position, Ruleset, Side
from engine.drawing import pieces
from engine.drawing.board import squares_of
from engine.drawing.frame import EDGE, SQUARE, Frame
from engine.drawing.text import find_place

GROUND = "ground"


def draw_small(
    ruleset: Ruleset, position: Position, *, flipped: bool = False, last_turn: str = ""
) -> tuple[str, tuple[str, ...]]:
    """The board without coordinates, the squares of the last turn marked, and the names of the shapes it uses."""
    frame, corners = _lay_out(ruleset.slug, flipped=flipped)
    ground, last = f"{ruleset.slug}.{GROUND}.{int(flipped)}", pieces.find_palette(ruleset.slug).mark_last
    parts = [f'<use href="#{ground}"/>']
    for square in dict.fromkeys(squares_of(ruleset, frame, last_turn) if last_turn else ()):
        x, y = corners[square]
        parts.append(f'<path d="M{x} {y}h100v100h-100z" fill="{last}" fill-opacity=".6"/>')
    names = {ground: None}
    for piece in pieces.turn_round(ruleset, position.pieces(), flipped=flipped):
        if piece.square:
            name = name_shape(ruleset.slug, piece)
            names[name] = None
            x, y = corners[piece.square]
            parts.append(f'<use href="#{name}" x="{x}" y="{y}"/>')
    size = f"{frame.files * SQUARE} {frame.ranks * SQUARE}"
    return f'<svg viewBox="0 0 {size}" aria-hidden="true">{"".join(parts)}</svg>', tuple(names)


def name_shape(slug: str, piece: Piece) -> str:
    return ".".join([slug, piece.kind, str(int(piece.side)), *piece.marks])


def draw_shape(name: str) -> str:
    """The shape that `draw_small` has named, to stand among the definitions of a page."""
    slug, kind, side, *marks = name.split(".")
    ruleset = registry.get(slug)
    if kind == GROUND:
        drawn = _draw_ground(ruleset, flipped=side == "1")
    else:
        piece = Piece(None, kind, Side(int(side)), tuple(marks))
        drawn = pieces.find(slug)(piece, palette=pieces.find_palette(slug))
    return f'<g id="{name}">{drawn}</g>'


def draw_shapes(names: Iterable[str]) -> str:
    """The definitions of a page: all that its small boards use, each once. It takes no room."""
    drawn = "".join(map(draw_shape, names))
    return f'<svg width="0" height="0" class="shapes" aria-hidden="true"><defs>{drawn}</defs></svg>'


def _draw_ground(ruleset: Ruleset, *, flipped: bool) -> str:
    (frame, corners), palette = _lay_out(ruleset.slug, flipped=flipped), pieces.find_palette(ruleset.slug)
    light = "".join(f"M{x} {y}h100v100h-100z" for name, (x, y) in corners.items() if sum(find_place(name)) % 2)
    width, height = frame.files * SQUARE, frame.ranks * SQUARE
    dark = f'<path d="M0 0h{width}v{height}h-{width}z" fill="{palette.square_dark}"/>'
    return f'{dark}<path d="{light}" fill="{palette.square_light}"/>'


@lru_cache(maxsize=32)
def _lay_out(slug: str, *, flipped: bool) -> tuple[Frame, dict[str, tuple[int, int]]]:
    """The board, and left and top of each square where there is no edge for coordinates."""
    frame = Frame(registry.get(slug), flipped=flipped)
    corners = {name: frame.corner(name) for name in frame.names}
    return frame, {name: (x - EDGE, y) for name, (x, y) in corners.items()}
