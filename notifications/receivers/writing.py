"""Writes rows of the outbox: what every receiver does, and nothing else."""

from typing import Any

from django.utils import timezone

from notifications.models import Kind, Notice
from notifications.wake import wake_on_commit


def write(*notices: Notice) -> None:
    """Inserts rows, those that are there already excepted, and has a worker look on commit."""
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    wake_on_commit()


def make(kind: Kind, *, key: str, **fields: Any) -> Notice:
    """A notice that is due now unless `due_at` says otherwise."""
    now = timezone.now()
    return Notice(**{"kind": kind, "dedupe_key": key, "created_at": now, "due_at": now, **fields})
