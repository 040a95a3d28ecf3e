"""Undoes what an action did to a game's result."""

from __future__ import annotations

from datetime import datetime

from engine.contract import Side
from games import play
from games.models import Game
from moderation.actions.contract import ByStaff
from moderation.models import LoggedAction


def put_back(game: Game, logged: LoggedAction, *, case: play.Case, by: ByStaff) -> None:
    """Restores the earlier result. If there was none, the game goes on. Raises Refusal."""
    before = logged.before
    if not before["termination"]:
        play.reopen(game.pk, left=logged.after, case=case, **by)
        return
    winner = None if before["winner"] is None else Side(before["winner"])
    ended_at = datetime.fromisoformat(before["ended_at"])
    play.restore_result(
        game.pk,
        winner=winner,
        termination=before["termination"],
        left=logged.after,
        ended_at=ended_at,
        case=case,
        **by,
    )
