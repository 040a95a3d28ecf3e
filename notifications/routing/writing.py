"""Writes rows of the outbox, for every receiver that makes notices."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from core.prepared_writes import PreparedInsert
from notifications.models import Notice
from notifications.routing import ways
from notifications.routing.readers import Reader
from notifications.wake import wake_on_commit

insert = PreparedInsert(Notice, ignore_conflicts=True)
"""Prepared, for every turn writes notices by it."""


def write(*notices: Notice, readers: Mapping[int, Reader] | None = None) -> None:
    """Inserts a row for each channel, except rows that are there already.

    Where something is due by now, a worker is woken on commit; the sweep finds what is due later.
    """
    rows = ways.expand(notices, readers)
    insert(rows)
    now = timezone.now()
    if any(row.closed_at is None and row.due_at <= now for row in rows):
        wake_on_commit()


def make(kind: str, *, key: str, **fields: Any) -> Notice:
    """A notice that is due now unless `due_at` says otherwise."""
    now = timezone.now()
    return Notice(**{"kind": kind, "dedupe_key": key, "created_at": now, "due_at": now, **fields})
