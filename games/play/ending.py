"""Ends a game, whatever the reason."""

from __future__ import annotations

from datetime import datetime

from games import events
from games.engine.contract import Side
from games.models import Game
from games.play.locking import save_change


def end_game(game: Game, *, winner: Side | None, termination: str, now: datetime) -> None:
    """Ends a locked game and announces it; `winner` is None for a draw.

    Lines that are still armed are deleted: if staff reopen the game it goes on without them.
    """
    game.ended_at = game.ended_at or now  # staff may decide about it anew
    game.winner = winner
    game.termination = termination
    game.offers = {}
    save_change(game)
    game.conditional_lines.all().delete()
    how = {"termination": termination, "ended_at": game.ended_at}
    planned = {} if game.planned_by is None else {"planned_by": game.planned_by, **how}
    events.game_ended.send(sender=Game, game_id=game.pk, revision=game.revision, answers=len(game.answers), **planned)
