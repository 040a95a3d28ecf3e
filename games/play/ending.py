"""How a game ends, whatever ended it, and the one rule that ends it on time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from games import clock, events
from games.engine.contract import Side
from games.models import Game
from games.play import errors
from games.play.locking import locked, save_change


def end_game(game: Game, *, winner: Side | None, termination: str, now: datetime) -> None:
    """Ends a locked game and announces it; `winner` is None for a draw."""
    game.ended_at = now
    game.winner = winner
    game.termination = termination
    game.draw_offered_by = None
    save_change(game)
    events.game_ended.send(sender=Game, game_id=game.pk, revision=game.revision)


def end_if_late(game: Game, *, now: datetime) -> bool:
    """Ends a locked game whose side to move is past deadline and grace; whether it did.

    The move path, the other actions and the sweep all ask here, so that one instant gives one answer.
    """
    if game.is_over or not clock.is_late(game.deadline_at, now=now):
        return False
    end_game(game, winner=Side(game.side_to_move).other, termination="time", now=now)
    return True


def change(game_id: int, act: Callable[[Game, datetime], None], *, side: Side, now: datetime | None) -> None:
    """Lets `side` run `act(game, now)` on a game that goes on; one found late ends instead, and then that is refused.

    Raises Refusal: over, too_late, and whatever `act` raises.
    """
    with locked(game_id) as game:
        now = now or timezone.now()
        if not end_if_late(game, now=now):
            if game.is_over:
                raise errors.over()
            act(game, now)
            return
    raise explain_late(game, side=side)


def explain_late(game: Game, *, side: Side) -> errors.Refusal:
    """What to tell `side`, whose action found the game lost on time. Raise it after the commit, never before."""
    return errors.over() if game.winner == side else errors.too_late()
