"""Ends a game, whatever ended it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games import events
from games.engine.contract import Side
from games.models import Game
from games.play.locking import save_change


def end_game(game: Game, *, winner: Side | None, termination: str, now: datetime) -> None:
    """Ends a locked game and announces it; `winner` is None for a draw."""
    game.ended_at = game.ended_at or now  # staff may decide about it anew
    game.winner = winner
    game.termination = termination
    game.offers, game.draw_offered_by = {}, None
    save_change(game)
    events.game_ended.send(sender=Game, game_id=game.pk, revision=game.revision)


def change(game_id: int, act: Callable[[Game, datetime], None], *, side: Side, now: datetime | None) -> None:
    """Runs `act(game, now)` within `playing`, for the offers that have not moved onto it."""
    from games.play.playing import playing

    with playing(game_id, side=side, now=now) as (game, at):
        act(game, at)
