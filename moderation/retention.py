"""The only way past the triggers that protect the log of moderation.

Rows may be deleted or replaced only inside `retention`: when rows older than `KEPT` are pruned, when a backup or
another database replaces everything, and when tests clear their database. The triggers look for a row in a separate
table. That row exists only during the transaction, so no other transaction ever sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import connections, transaction
from django.db.models import Q

from core.each import delete_all
from moderation.models import LoggedAction

KEPT = timedelta(days=5 * 365)
"""How long rows of the log are kept. A row about a restriction that is still in force is kept longer."""


@contextmanager
def retention(*, using: str = "default") -> Iterator[None]:
    """Lets rows of the log be deleted in one transaction. Other transactions still cannot delete any."""
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("INSERT INTO moderation_retention (opened) VALUES (1)")
        yield
        cursor.execute("DELETE FROM moderation_retention")


def prune(*, now: datetime, batch: int, until: float) -> int:
    """Deletes the rows that are older than `KEPT`, `batch` in each transaction, and returns how many. It stops once
    `time.monotonic()` has reached `until`."""
    before = now - KEPT
    old = LoggedAction.objects.filter(Q(reversed_by=None) | Q(reversed_by__done_at__lt=before), done_at__lt=before)
    old = old.exclude(restriction__closed_at=None, restriction__isnull=False)
    fault = "Row %s of the log could not be deleted"
    return delete_all(old.order_by("-pk"), batch=batch, until=until, fault=fault, delete=_delete)


def _delete(keys: Sequence[int]) -> int:
    with retention():
        return LoggedAction.objects.filter(pk__in=keys).delete()[0]
