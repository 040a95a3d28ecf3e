"""Ends games whose time has run out: one by its id, or all that are due."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from games.models import Game
from games.play.ending import end_if_late
from games.play.locking import locked

logger = logging.getLogger(__name__)


def flag(game_id: int, *, now: datetime | None = None) -> bool:
    """Ends the game if the side to move is late; whether it did."""
    with locked(game_id) as game:
        return end_if_late(game, now=now or timezone.now())


def flag_due(*, now: datetime | None = None, batch: int = 200) -> int:
    """Ends every game that is due, each in its own transaction, and returns how many.

    A game that is locked is being played or flagged by another: the next sweep sees it. One that fails is logged and
    keeps none of the others waiting.
    """
    return sum(_flag_unless_taken(game_id, now=now) for game_id in _list_due(now or timezone.now(), batch=batch))


def _flag_unless_taken(game_id: int, *, now: datetime | None) -> bool:
    try:
        with locked(game_id, skip_locked=True) as game:
            return end_if_late(game, now=now or timezone.now())
    except Game.DoesNotExist:
        return False
    except Exception:
        logger.exception("Game %s is due and could not be ended", game_id)
        return False


def _list_due(now: datetime, *, batch: int) -> Iterator[int]:
    """Ids of due games, the longest overdue first, read batch by batch and each once."""
    due = Game.objects.due(now).order_by("deadline_at", "pk").values_list("pk", "deadline_at")
    rows = list(due[:batch])
    while rows:
        yield from (pk for pk, _ in rows)
        last, deadline = rows[-1]
        rows = list(due.filter(Q(deadline_at__gt=deadline) | Q(deadline_at=deadline, pk__gt=last))[:batch])
