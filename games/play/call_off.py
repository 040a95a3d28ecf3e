"""Ends a game without a result because the computer in it does not play: whether it does, its own app knows."""

from __future__ import annotations

from datetime import datetime

from engine.contract import Side
from games.models import CALLED_OFF
from games.play import errors
from games.play.ending import end_game
from games.play.playing import playing


def call_off(game_id: int, *, side: Side, expected_revision: int, now: datetime | None = None) -> None:
    """Ends it for `side`, whose opponent is a computer. Raises Refusal: over, too_late, not_called_off, stale."""
    with playing(game_id, side=side, now=now) as act:
        if not act.seats[Side(side).other].user.is_computer:
            raise errors.not_called_off()
        if act.game.revision != expected_revision:
            raise errors.stale()
        end_game(act, winner=None, termination=CALLED_OFF)
