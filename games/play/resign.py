"""Resigns a game; a player may do this at any time, also on the opponent's turn."""

from __future__ import annotations

from datetime import datetime

from core.each import do_each
from core.refusal import Refusal
from engine.contract import Side
from games.models import Seat
from games.play.ending import end_game
from games.play.playing import playing
from games.words import refusals


def resign(game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None) -> None:
    """Ends the game as lost for `side`; where `expected_revision` is told, only if nothing has changed since. Raises
    Refusal: over, too_late, stale."""
    with playing(game_id, side=side, now=now) as act:
        if expected_revision is not None and act.game.revision != expected_revision:
            raise Refusal(refusals.STALE())
        end_game(act, winner=Side(side).other, termination="resignation")


def resign_for_closed() -> int:
    """Resigns the running games of those who have closed their accounts; returns how many."""
    left = Seat.objects.filter(game__ended_at=None, user__closed_at__isnull=False)
    seats = list(left.values_list("game", "side"))
    fault = "Game %s of a closed account could not be resigned"
    return do_each(seats, lambda seat: resign(seat[0], side=Side(seat[1])), fault=fault).done  # refused where it ended
