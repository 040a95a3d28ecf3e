"""Resigns a game; possible at any time, also on the opponent's turn."""

from __future__ import annotations

from datetime import datetime

from games.engine.contract import Side
from games.models import Game
from games.play.ending import change, end_game


def resign(game_id: int, *, side: Side, now: datetime | None = None) -> None:
    """Ends the game as lost for `side`. Raises Refusal: over, too_late."""

    def give_up(game: Game, now: datetime) -> None:
        end_game(game, winner=Side(side).other, termination="resignation", now=now)

    change(game_id, give_up, side=side, now=now)
