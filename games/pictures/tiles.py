"""Makes the picture of a board from squares drawn before, since a square looks the same on every board.

Drawing a whole board takes several times as long as all the rest of an email. So every square and edge is cut once from
the SVG of a board and kept, and a picture joins their rows of pixels.
"""

from collections.abc import Hashable
from dataclasses import replace

import resvg_py

from core.bounded_cache import Store
from engine.contract import Position, Ruleset
from engine.drawing import pieces
from engine.drawing.board import squares_of
from engine.drawing.frame import EDGE, SQUARE, Frame
from games.pictures import png
from games.pictures.png import Rows

SCALE = 0.6
"""Pixels for each unit of the SVG: a square is 60 pixels wide, so that squares meet at whole pixels, and a board about
500."""
MARGIN = EDGE - 2
"""Units of the edge that are shown, which is 24 pixels; the rest of the edge is empty."""
KEPT = 20 << 20
"""Bytes of squares that a process keeps, of about 13 kB each."""

squares: Store[Rows] = Store(most=KEPT)


Look = tuple[Hashable, ...]
"""All that the picture of a square depends on."""


def compose(
    svg: str,
    ruleset: Ruleset,
    position: Position,
    *,
    flipped: bool,
    last_turn: str | None,
    scale: float = SCALE,
    dark: bool = False,
    edged: bool = True,
) -> bytes:
    """The standalone board `svg` as PNG, with its edge unless not `edged`. It must be what `draw_board` draws with the
    same arguments and no others. `scale` must give squares of whole pixels."""
    frame = Frame(ruleset, flipped=flipped)
    bottom, edge = frame.ranks * SQUARE, measure_edge(scale)
    left = EDGE - edge
    edges = (ruleset.slug, flipped, dark, scale)
    rows: list[bytes] = [b""] * round(bottom * scale)
    if edged:
        rows = list(_cut(("left", *edges), svg, frame, box=(left, 0, edge, bottom), scale=scale))
    looks = find_looks(ruleset, position, frame, last_turn, dark=dark)
    for name in sorted(frame.names, key=lambda name: frame.corner(name)[::-1]):
        first = round(frame.corner(name)[1] * scale)
        for row, pixels in enumerate(cut_square(looks[name], name, svg, frame, scale=scale), start=first):
            rows[row] += pixels
    if edged:
        rows += _cut(("bottom", *edges), svg, frame, box=(left, bottom, frame.width - left, edge), scale=scale)
    return png.encode(rows)


def measure_edge(scale: float) -> float:
    """Units of the edge that are shown, about `MARGIN`: whole pixels."""
    return round(MARGIN * scale) / scale


def find_looks(
    ruleset: Ruleset, position: Position, frame: Frame, last_turn: str | None, *, dark: bool = False
) -> dict[str, Look]:
    """How each square of a board looks; two that look alike have the same picture."""
    last = set(squares_of(ruleset, frame, last_turn)) if last_turn else set()
    turned = pieces.turn_round(ruleset, position.pieces(), flipped=frame.flipped)
    standing = {piece.square: replace(piece, square=None) for piece in turned if piece.square}
    odd = {name: (ord(name[0]) + int(name[1:])) % 2 for name in frame.names}
    return {name: (ruleset.slug, dark, odd[name], name in last, standing.get(name)) for name in frame.names}


def cut_square(look: Look, name: str, svg: str, frame: Frame, *, scale: float = SCALE) -> Rows:
    """The rows of pixels of a square of the board `svg`, which looks like this there."""
    return _cut((*look, scale), svg, frame, box=(*frame.corner(name), SQUARE, SQUARE), scale=scale)


def _cut(look: Hashable, svg: str, frame: Frame, *, box: tuple[float, ...], scale: float = SCALE) -> Rows:
    """The rows of pixels of a part of the board; `box` is its left, top, width and height. They are kept by `look`."""

    def draw_part() -> Rows:
        whole, part = f"0 0 {frame.width} {frame.height}", " ".join(f"{each:.9g}" for each in box)
        width, height = round(box[2] * scale), round(box[3] * scale)
        size = f'viewBox="{part}" width="{width}" height="{height}" preserveAspectRatio="none"'
        return png.decode(draw(svg.replace(f'viewBox="{whole}"', size, 1), width=width))

    return squares.find(look, draw_part)


def draw(svg: str, *, width: int) -> bytes:
    """An SVG as PNG. The letters on boards are shapes, so no font is needed."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
