"""Resigns a game; a player may do this at any time, also on the opponent's turn."""

from __future__ import annotations

from datetime import datetime

from core.refusal import Refusal
from games.engine.contract import Side
from games.models import Seat
from games.play.ending import end_game
from games.play.playing import playing


def resign(game_id: int, *, side: Side, now: datetime | None = None) -> None:
    """Ends the game as lost for `side`. Raises Refusal: over, too_late."""
    with playing(game_id, side=side, now=now) as (game, now):
        end_game(game, winner=Side(side).other, termination="resignation", now=now)


def resign_for_closed() -> int:
    """Resigns the running games of those who have closed their accounts; returns how many."""
    left = Seat.objects.filter(game__ended_at=None, user__closed_at__isnull=False)
    return sum(_resign_if_running(game_id, side=Side(side)) for game_id, side in list(left.values_list("game", "side")))


def _resign_if_running(game_id: int, *, side: Side) -> bool:
    try:
        resign(game_id, side=side)
    except Refusal:  # it ended a moment ago
        return False
    return True
