"""Ends a game without a result because the computer in it does not play: whether it does, its own app knows."""

from __future__ import annotations

from datetime import datetime

from core.refusal import Refusal
from engine.contract import Side
from games.models import CALLED_OFF
from games.play.ending import end_game
from games.play.playing import playing
from games.words import refusals


def call_off(game_id: int, *, side: Side, expected_revision: int, now: datetime | None = None) -> None:
    """Ends it for `side`, whose opponent is a computer. Raises Refusal: over, too_late, not_called_off, stale."""
    with playing(game_id, side=side, now=now) as act:
        if not act.seats[Side(side).other].user.is_computer:
            raise Refusal(refusals.NOT_CALLED_OFF(), status=403)
        if act.game.revision != expected_revision:
            raise Refusal(refusals.STALE())
        end_game(act, winner=None, termination=CALLED_OFF)
