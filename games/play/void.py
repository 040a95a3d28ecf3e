"""Declares a game void, going on or long over: nobody has won, and it counts in nobody's record."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.models import VOID, Game, StaffAction
from games.play import errors
from games.play.by_staff import change_by_staff
from games.play.ending import end_game


def void(game_id: int, *, staff: User, reason: str, now: datetime | None = None) -> None:
    """Ends the game with no result, or takes its result away. Raises Refusal: void_already, no_reason, own_game."""

    def annul(game: Game, now: datetime) -> str:
        if game.is_void:
            raise errors.void_already()
        end_game(game, winner=None, termination=VOID, now=now)
        return f"After {game.ply} turns."

    change_by_staff(game_id, annul, kind=StaffAction.Kind.VOIDED, staff=staff, reason=reason, now=now, also_over=True)
