"""Ends a game, whatever the reason, and lets it go on again."""

from __future__ import annotations

from datetime import datetime

from engine.contract import Side
from games import events
from games.models import Game
from games.play.clocks import find_left
from games.play.locking import save_change


def end_game(game: Game, *, winner: Side | None, termination: str, now: datetime) -> None:
    """Ends a locked game and announces it; `winner` is None for a draw.

    What is left of the running turn is kept as a duration, which nothing can change any more. Lines that are still
    armed are deleted: if staff reopen the game it goes on without them.
    """
    if game.ended_at is None:  # else staff decide about it anew
        game.left_at_end, game.ended_at = find_left(game, now=now), now
    game.winner = winner
    game.termination = termination
    game.offers = {}
    save_change(game)
    game.conditional_lines.all().delete()
    how = {"termination": termination, "ended_at": game.ended_at}
    planned = {} if game.planned_by is None else {"planned_by": game.planned_by, **how}
    events.game_ended.send(sender=Game, game_id=game.pk, revision=game.revision, answers=len(game.answers), **planned)


def undo_end(game: Game) -> None:
    """Lets a locked game go on; saves nothing."""
    game.ended_at, game.winner, game.termination, game.left_at_end = None, None, "", None
