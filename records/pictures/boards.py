"""One position as SVG or PNG."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from engine import drawing
from engine.contract import Position, Ruleset, Side
from engine.drawing.frame import EDGE, SQUARE
from games.pictures import tiles
from records.pictures.look import Look

if TYPE_CHECKING:
    from PIL import Image

BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
TRAY = 60
"""Units of a row of captured pieces."""
GROUNDS = {False: "#f6f3ec", True: "#161817"}


def draw_svg(ruleset: Ruleset, position: Position, *, last_turn: str | None, look: Look, label: str) -> str:
    """A picture by itself, with its size and in literal colours."""
    board = _draw_board(ruleset, position, last_turn=last_turn, look=look, label=label)
    edge = tiles.measure_edge(look.scale(ruleset)) if look.coordinates else 0
    left, width, height = EDGE - edge, edge + ruleset.files * SQUARE, edge + ruleset.ranks * SQUARE
    trays = _draw_trays(ruleset, position, look=look)
    room = round(TRAY * look.scale(ruleset)) / look.scale(ruleset) if look.captured else 0
    placed = BOX.sub(
        f'viewBox="{left} 0 {width} {height}" y="{room}" width="{width}" height="{height}"', board, count=1
    )
    scale = look.scale(ruleset)
    whole = height + 2 * room
    ground = f'<rect width="{width}" height="{whole}" fill="{GROUNDS[look.dark]}"/>'
    rows = "".join(
        f'<g transform="translate(0 {y})">{tray}</g>' for y, tray in zip((0, room + height), trays, strict=False)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {whole}" width="{round(width * scale)}"'
        f' height="{round(whole * scale)}" role="img" aria-label="{escape(label)}">{ground}{placed}{rows}</svg>'
    )


def draw_png(ruleset: Ruleset, position: Position, *, last_turn: str | None, look: Look) -> bytes:
    """The same, joined from squares drawn before."""
    from PIL import Image

    svg = _draw_board(ruleset, position, last_turn=last_turn, look=look._replace(coordinates=True), label="")
    board = tiles.compose(
        svg,
        ruleset,
        position,
        flipped=look.flipped,
        last_turn=last_turn if look.last else None,
        scale=look.scale(ruleset),
        dark=look.dark,
        edged=look.coordinates,
    )
    if not look.captured:
        return tiles.encode(board)
    height = round(TRAY * look.scale(ruleset))
    whole = Image.new("RGB", (board.width, board.height + 2 * height), GROUNDS[look.dark])
    whole.paste(board, (0, height))
    above, below = _draw_trays(ruleset, position, look=look)
    for tray, top in ((above, 0), (below, height + board.height)):
        whole.paste(_draw_row(tray, width=board.width, look=look, ruleset=ruleset), (0, top))
    return tiles.encode(whole)


def _draw_row(tray: str, *, width: int, look: Look, ruleset: Ruleset) -> Image.Image:
    """A row of captured pieces, as wide as the board."""
    height = round(TRAY * look.scale(ruleset))
    units = round(width / look.scale(ruleset))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {units} {TRAY}" width="{width}" height="{height}">'
        f'<rect x="-9" y="-9" width="{units + 18}" height="{TRAY + 18}" fill="{GROUNDS[look.dark]}"/>{tray}</svg>'
    )
    return tiles.rasterise(svg, width=width).crop((0, 0, width, height))


def _draw_board(ruleset: Ruleset, position: Position, *, last_turn: str | None, look: Look, label: str) -> str:
    return drawing.draw_board(
        ruleset,
        position,
        flipped=look.flipped,
        last_turn=last_turn if look.last else None,
        coordinates=look.coordinates,
        standalone=True,
        dark=look.dark,
        label=label,
    )


def _draw_trays(ruleset: Ruleset, position: Position, *, look: Look) -> tuple[str, str]:
    """What the side above and the one below has lost, in units of the board; empty where nothing is off it."""
    if not look.captured:
        return "", ""
    above, below = (Side.FIRST, Side.SECOND) if look.flipped else (Side.SECOND, Side.FIRST)
    return _draw_tray(ruleset, position, above, look), _draw_tray(ruleset, position, below, look)


def _draw_tray(ruleset: Ruleset, position: Position, side: Side, look: Look) -> str:
    svg = drawing.draw_tray(ruleset, position.captured(), side=side, standalone=True, dark=look.dark)
    box = BOX.search(svg)
    if box is None:
        return ""
    width = min(float(box[3]) * 0.5, ruleset.files * SQUARE)
    return svg.replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" x="4" y="5" width="{width}" height="50" ', 1)
