"""Resigns a game; possible at any time, also on the opponent's turn."""

from __future__ import annotations

from datetime import datetime

from games.engine.contract import Side
from games.play.ending import end_game
from games.play.playing import playing


def resign(game_id: int, *, side: Side, now: datetime | None = None) -> None:
    """Ends the game as lost for `side`. Raises Refusal: over, too_late."""
    with playing(game_id, side=side, now=now) as (game, now):
        end_game(game, winner=Side(side).other, termination="resignation", now=now)
