"""Settles games whose time has run out: one by its id, or all whose deadline has come."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import takewhile

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q
from django.utils import timezone

from games import clock
from games.models import Game
from games.play.ending import run_out

__all__ = ["flag", "flag_due", "run_out"]

logger = logging.getLogger(__name__)


def flag(game_id: int, *, now: datetime | None = None) -> bool:
    """Ends the game if the side to move is late and no off-time helps; whether it did."""
    return run_out(game_id, now=now)


def flag_due(*, now: datetime | None = None, batch: int = 200, lasts: timedelta | None = None) -> int:
    """Settles every game whose deadline has come, each in its own transaction, and returns how many ended.

    A game that is locked is being played or flagged by another: the next sweep sees it. One that fails is logged and
    keeps none of the others waiting. What is left after `lasts` waits for the next sweep, which first looks whether
    the site is still within reach.
    """
    stop_at = time.monotonic() + lasts.total_seconds() if lasts else float("inf")
    due = takewhile(lambda _: time.monotonic() < stop_at, _list_due(now or timezone.now(), batch=batch))
    return sum(_flag_unless_taken(game_id, off_time_days=days, now=now) for game_id, _, days in due)


def _flag_unless_taken(game_id: int, *, off_time_days: int, now: datetime | None) -> bool:
    try:
        return run_out(game_id, now=now, without_off_time=not off_time_days, skip_locked=True)
    except ObjectDoesNotExist:
        return False
    except Exception:
        logger.exception("Game %s is due and could not be settled", game_id)
        return False


def _list_due(now: datetime, *, batch: int) -> Iterator[tuple[int, datetime | None, int]]:
    """Games whose deadline has come, the longest overdue first, read batch by batch and each once.

    Of each its id, its deadline, and the days of off-time that it allows. Off-time is taken at the deadline; where
    there is none, nothing happens before the grace is over.
    """
    come = Q(off_time_days__gt=0) | Q(deadline_at__lt=clock.due_before(now))
    games = Game.objects.active().filter(come, deadline_at__lte=now)
    due = games.order_by("deadline_at", "pk").values_list("pk", "deadline_at", "off_time_days")
    rows = list(due[:batch])
    while rows:
        yield from rows
        last, deadline, _ = rows[-1]
        rows = list(due.filter(Q(deadline_at__gt=deadline) | Q(deadline_at=deadline, pk__gt=last))[:batch])
