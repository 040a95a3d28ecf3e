"""Undoes what an action did to a game's result."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engine.contract import Side
from games import play
from games.models import Game
from moderation.models import LoggedAction


def put_back(game: Game, logged: LoggedAction, *, case: play.Case, how: dict[str, Any]) -> None:
    """Restores the earlier result. If there was none, the game goes on. Raises Refusal."""
    before = logged.before
    if not before["termination"]:
        play.reopen(game.pk, left=logged.after, case=case, **how)
        return
    winner = None if before["winner"] is None else Side(before["winner"])
    ended_at = datetime.fromisoformat(before["ended_at"])
    terms = {"winner": winner, "termination": before["termination"], "left": logged.after, "ended_at": ended_at}
    play.restore_result(game.pk, case=case, **terms, **how)
