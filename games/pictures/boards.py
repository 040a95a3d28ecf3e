"""Boards as PNG, kept in the cache: both players may get the same one, and it is needed again after a fault."""

import hashlib
import logging
from functools import partial

from django.core.cache import cache

from engine import drawing
from engine.contract import Position, Ruleset, Side
from games.pictures import tiles

logger = logging.getLogger(__name__)

KEPT = 24 * 3600
"""Seconds for which a picture is kept."""


def draw_picture(ruleset: Ruleset, position: Position, *, side: Side, last_turn: str | None) -> bytes | None:
    """The board as seen from `side`. None if it cannot be drawn: an email without its picture is better than none."""
    try:
        flipped = side is Side.SECOND
        svg = drawing.draw_board(ruleset, position, flipped=flipped, last_turn=last_turn, standalone=True)
        key = f"board:{tiles.SCALE}:{hashlib.sha256(svg.encode()).hexdigest()}"
        compose = partial(tiles.compose, svg, ruleset, position, flipped=flipped, last_turn=last_turn)
        return cache.get_or_set(key, lambda: tiles.encode(compose()), KEPT)
    except Exception:
        logger.exception("No picture of a board of %s", ruleset.slug)
        return None
