"""Makes the picture of a board from squares drawn before, since a square looks the same on every board.

Drawing a whole board takes several times as long as all the rest of an email. So every square and edge is cut once from
the SVG of a board and kept, and a picture joins their rows of pixels.
"""

import struct
import zlib
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace

import resvg_py

from core.bounded_cache import Store
from engine.contract import Position, Ruleset
from engine.drawing import pieces
from engine.drawing.board import squares_of
from engine.drawing.frame import EDGE, SQUARE, Frame

SCALE = 0.6
"""Pixels for each unit of the SVG: a square is 60 pixels wide, so that squares meet at whole pixels, and a board about
500."""
MARGIN = EDGE - 2
"""Units of the edge that are shown, which is 24 pixels; the rest of the edge is empty."""
KEPT = 20 << 20
"""Bytes of squares that a process keeps, of about 13 kB each."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"

Rows = tuple[bytes, ...]
squares: Store[Rows] = Store(most=KEPT)


def compose(svg: str, ruleset: Ruleset, position: Position, *, flipped: bool, last_turn: str | None) -> bytes:
    """The standalone board `svg` as PNG. It must be what `draw_board` draws with the same arguments and no others."""
    frame = Frame(ruleset, flipped=flipped)
    last = set(squares_of(ruleset, frame, last_turn)) if last_turn else set()
    turned = pieces.turn_round(ruleset, position.pieces(), flipped=flipped)
    standing = {piece.square: replace(piece, square=None) for piece in turned if piece.square}
    bottom, left = frame.ranks * SQUARE, EDGE - MARGIN
    edges = (ruleset.slug, flipped)
    rows = list(_cut(("left", *edges), svg, frame, box=(left, 0, MARGIN, bottom)))
    for name in sorted(frame.names, key=lambda name: frame.corner(name)[::-1]):
        x, y = frame.corner(name)
        odd = (ord(name[0]) + int(name[1:])) % 2
        look = (ruleset.slug, odd, name in last, standing.get(name))
        first = round(y * SCALE)
        for row, pixels in enumerate(_cut(look, svg, frame, box=(x, y, SQUARE, SQUARE)), start=first):
            rows[row] += pixels
    rows += _cut(("bottom", *edges), svg, frame, box=(left, bottom, frame.width - left, MARGIN))
    return encode(rows)


def _cut(look: Hashable, svg: str, frame: Frame, *, box: tuple[int, int, int, int]) -> Rows:
    """The rows of pixels of a part of the board; `box` is its left, top, width and height. They are kept by `look`."""

    def draw_part() -> Rows:
        whole, part = f'viewBox="0 0 {frame.width} {frame.height}"', f'viewBox="{" ".join(map(str, box))}"'
        return decode(draw(svg.replace(whole, part, 1), width=round(box[2] * SCALE)))

    return squares.find(look, draw_part)


def draw(svg: str, *, width: int) -> bytes:
    """An SVG as PNG. The letters on boards are shapes, so no font is needed."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def encode(rows: Sequence[bytes]) -> bytes:
    """Rows of red, green and blue as PNG, without filters: flat colours that repeat compress well without."""
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def decode(png: bytes) -> Rows:
    """The rows of red, green and blue of a PNG as resvg writes it: eight bits a channel, alpha full, no interlacing."""
    chunks = list(read_chunks(png))
    width, _, depth, colours, *_, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if (depth, colours, interlaced) != (8, 6, 0):
        raise ValueError("This is no picture that resvg draws.")
    pixels = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    rows, before, stride = [], bytearray(4 * width), 4 * width + 1
    for start in range(0, len(pixels), stride):
        before = _undo_filter(pixels[start], bytearray(pixels[start + 1 : start + stride]), before)
        row = bytearray(before)
        del row[3::4]
        rows.append(bytes(row))
    return tuple(rows)


def read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = len(SIGNATURE)
    while place < len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def _undo_filter(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """A line of four bytes a pixel as it was before its filter (PNG specification, section 9)."""
    if kind:
        guess, corners = GUESSES[kind], bytes(4) + above
        lefts = bytearray(4) + line
        for place, (up, corner) in enumerate(zip(above, corners, strict=False), start=4):
            lefts[place] = (lefts[place] + guess(lefts[place - 4], up, corner)) & 255
        line = lefts[4:]
    return line


def _paeth(left: int, up: int, corner: int) -> int:
    """Whichever is nearest to left + up - corner, the earlier of two that are as near."""
    if up == corner:  # as nearly everywhere in a picture of flat colours
        return left
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner


GUESSES: Sequence[Callable[[int, int, int], int]] = (
    lambda left, up, corner: 0,
    lambda left, up, corner: left,
    lambda left, up, corner: up,
    lambda left, up, corner: (left + up) // 2,
    _paeth,
)
"""By filter of the specification: what it takes a byte to be, from that of the pixel before it and of those above."""
