"""Boards as PNG, kept in the cache: one drawing may go to two players, and again after a fault."""

import hashlib
import logging

import resvg_py
from django.core.cache import cache

from games import drawing
from games.engine.contract import Position, Ruleset, Side

logger = logging.getLogger(__name__)

WIDTH = 540
"""Pixels: twice what a phone shows. Drawing takes most of a mail's time, so no more than that."""
KEPT = 24 * 3600
"""Seconds."""


def draw_picture(ruleset: Ruleset, position: Position, *, side: Side, last_turn: str | None) -> bytes | None:
    """The board from `side`'s chair. None if it cannot be drawn: a mail without its picture is better than none."""
    try:
        svg = drawing.draw_board(ruleset, position, flipped=side is Side.SECOND, last_turn=last_turn, standalone=True)
        key = f"board:{WIDTH}:{hashlib.sha256(svg.encode()).hexdigest()}"
        return cache.get_or_set(key, lambda: _draw_png(svg), KEPT)
    except Exception:
        logger.exception("No picture of a board of %s", ruleset.slug)
        return None


def _draw_png(svg: str) -> bytes:
    """Boards have their letters as shapes: no font of the machine is needed."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, skip_system_fonts=True))
