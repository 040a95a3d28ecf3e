"""What a player does with a game's place in their queue: pin it, skip it, snooze it. The game itself does not change.

The opponent learns nothing of it, and reminders come as usual.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from core.refusal import Refusal
from games.models import Seat
from games.models.queue import cut_snooze
from games.words import refusals


def pin(game_id: int, *, user_id: int, pinned: bool) -> None:
    """Pins a running game, which then comes first turn after turn, or unpins it. Raises Refusal: over."""
    seat = _find(game_id, user_id=user_id)
    if pinned and seat.game.is_over:
        raise Refusal(refusals.OVER())
    _keep(seat, pinned=pinned)


def skip(game_id: int, *, user_id: int, now: datetime | None = None) -> None:
    """Puts a game behind the others for this turn. Raises Refusal: over, not_your_turn."""
    _keep(_find_waiting(game_id, user_id=user_id), put_off_at=now or timezone.now(), snoozed_until=None)


def snooze(game_id: int, *, user_id: int, lasts: timedelta, now: datetime | None = None) -> datetime:
    """Takes a game out of the queue for so long, or until shortly before its deadline; returns when it comes back.

    Raises Refusal: over, not_your_turn, too_near.
    """
    seat, now = _find_waiting(game_id, user_id=user_id), now or timezone.now()
    until = cut_snooze(now + lasts, deadline=seat.game.deadline_at)
    if until <= now:
        raise Refusal(refusals.TOO_NEAR())
    _keep(seat, put_off_at=now, snoozed_until=until)
    return until


def bring_back(game_id: int, *, user_id: int) -> None:
    """Ends a skip or a snooze."""
    _keep(_find(game_id, user_id=user_id), put_off_at=None, snoozed_until=None)


def _find(game_id: int, *, user_id: int) -> Seat:
    return Seat.objects.select_related("game").get(game=game_id, user=user_id)


def _find_waiting(game_id: int, *, user_id: int) -> Seat:
    seat = _find(game_id, user_id=user_id)
    if seat.game.is_over:
        raise Refusal(refusals.OVER())
    if seat.game.side_to_move != seat.side:
        raise Refusal(refusals.NOT_YOUR_TURN())
    return seat


def _keep(seat: Seat, **values: object) -> None:
    Seat.objects.filter(pk=seat.pk).update(**values)
