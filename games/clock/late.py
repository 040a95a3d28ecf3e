"""When a turn comes too late."""

from __future__ import annotations

from datetime import datetime, timedelta

GRACE = timedelta(seconds=60)
"""How long a turn may wait before its game is locked without being late. Players are never shown it."""


def is_late(deadline: datetime | None, *, now: datetime) -> bool:
    """Whether a turn at `now` comes too late: strictly past the deadline and its grace."""
    return deadline is not None and deadline < due_before(now)


def due_before(now: datetime) -> datetime:
    """The instant before which a deadline must lie for its game to be late at `now`: `is_late` as a query asks it."""
    return now - GRACE
