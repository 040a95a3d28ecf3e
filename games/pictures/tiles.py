"""Makes the picture of a board from squares drawn before, since a square looks the same on every board.

Drawing a whole board takes several times as long as all the rest of an email. So every square and edge is cut once from
the SVG of a board and kept, and a picture is pasted together from them. Pillow is imported by what draws alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

import resvg_py

from core.bounded_cache import Store
from engine.contract import Position, Ruleset
from engine.drawing import pieces
from engine.drawing.board import squares_of
from engine.drawing.frame import EDGE, SQUARE, Frame

if TYPE_CHECKING:
    from PIL import Image

SCALE = 0.6
"""Pixels for each unit of the SVG: a square is 60 pixels wide, so that squares meet at whole pixels, and a board about
500."""
MARGIN = EDGE - 2
"""Units of the edge that are shown, which is 24 pixels; the rest of the edge is empty."""
KEPT = 20 << 20
"""Bytes of squares that a process keeps, of about 13 kB each."""


class Tile(NamedTuple):
    """A part of a board, as three bytes a pixel."""

    width: int
    height: int
    pixels: bytes

    def picture(self) -> Image.Image:
        from PIL import Image

        return Image.frombytes("RGB", (self.width, self.height), self.pixels)


squares: Store[Tile] = Store(most=KEPT)
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
) -> Image.Image:
    """The standalone board `svg` as a picture, with its edge unless not `edged`. It must be what `draw_board` draws
    with the same arguments and no others. `scale` must give squares of whole pixels."""
    from PIL import Image

    frame = Frame(ruleset, flipped=flipped)
    bottom, edge = frame.ranks * SQUARE, measure_edge(scale)
    left = EDGE - edge
    edges = (ruleset.slug, flipped, dark, scale)
    side, border = round(SQUARE * scale), round(edge * scale) if edged else 0
    picture = Image.new("RGB", (border + side * ruleset.files, side * ruleset.ranks + border))
    if edged:
        picture.paste(_cut(("left", *edges), svg, frame, box=(left, 0, edge, bottom), scale=scale).picture(), (0, 0))
        below = _cut(("bottom", *edges), svg, frame, box=(left, bottom, frame.width - left, edge), scale=scale)
        picture.paste(below.picture(), (0, round(bottom * scale)))
    for name, look in find_looks(ruleset, position, frame, last_turn, dark=dark).items():
        x, y = frame.corner(name)
        square = cut_square(look, name, svg, frame, scale=scale)
        picture.paste(square.picture(), (border + round((x - EDGE) * scale), round(y * scale)))
    return picture


def encode(picture: Image.Image) -> bytes:
    """As PNG with 256 colours, which looks the same and takes half the bytes: no channel is off by more than 14 of 255,
    and only where shapes are smoothed."""
    from PIL import Image

    file = BytesIO()
    picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


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


def cut_square(look: Look, name: str, svg: str, frame: Frame, *, scale: float = SCALE) -> Tile:
    """A square of the board `svg`, which looks like this there."""
    return _cut((*look, scale), svg, frame, box=(*frame.corner(name), SQUARE, SQUARE), scale=scale)


def _cut(look: Hashable, svg: str, frame: Frame, *, box: tuple[float, ...], scale: float = SCALE) -> Tile:
    """A part of the board; `box` is its left, top, width and height. It is kept by `look`."""

    def draw_part() -> Tile:
        whole, part = f"0 0 {frame.width} {frame.height}", " ".join(f"{each:.9g}" for each in box)
        width, height = round(box[2] * scale), round(box[3] * scale)
        size = f'viewBox="{part}" width="{width}" height="{height}" preserveAspectRatio="none"'
        drawn = rasterise(svg.replace(f'viewBox="{whole}"', size, 1), width=width)
        return Tile(*drawn.size, drawn.tobytes())

    return squares.find(look, draw_part)


def draw(svg: str, *, width: int) -> bytes:
    """An SVG as PNG. The letters on boards are shapes, so no font is needed."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def rasterise(svg: str, *, width: int) -> Image.Image:
    """An SVG as a picture; all of it must be covered, since what shows through is lost."""
    from PIL import Image

    return Image.open(BytesIO(draw(svg, width=width))).convert("RGB")
