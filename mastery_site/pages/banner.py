"""The announcements shown on every page now. Each process caches them, so that a page needs no query for them."""

import logging
import time
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone

from mastery_site.models import Announcement

logger = logging.getLogger(__name__)

KEPT = 30
"""Seconds until every process shows what staff changed; the process that saved the change shows it at once."""


class Kept(NamedTuple):
    until: float
    rows: list[tuple[str, datetime, datetime]]


_kept = Kept(0, [])


def list_announcements(now: datetime | None = None) -> list[str]:
    """The texts to show now. If they cannot be read, the last known ones are shown: no page fails because of a
    banner."""
    global _kept
    now = now or timezone.now()
    if _kept.until <= time.monotonic():
        try:
            rows = list(Announcement.objects.to_come(now).values_list("text", "from_at", "until_at"))
            _kept = Kept(time.monotonic() + KEPT, rows)
        except Exception:
            logger.exception("The announcements could not be read")
    return [text for text, from_at, until_at in _kept.rows if from_at <= now < until_at]


def forget() -> None:
    """Makes this process read the announcements again."""
    global _kept
    _kept = Kept(0, [])


@receiver([post_save, post_delete], sender=Announcement)
def on_change(**_: Any) -> None:
    transaction.on_commit(forget)
