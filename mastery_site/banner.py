"""The announcements that stand on every page now. Kept in the cache, so that a page does not ask the database."""

import logging
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone

from mastery_site.models import Announcement

logger = logging.getLogger(__name__)

KEY = "announcements"
KEPT = 60
"""Seconds; what is changed is read anew as soon as it is committed."""


def list_announcements(now: datetime | None = None) -> list[str]:
    """The texts to be shown now; none where they cannot be had, for no page fails for want of a banner."""
    now = now or timezone.now()
    try:
        kept = cache.get_or_set(KEY, lambda: _read(now), KEPT)
    except Exception:
        logger.exception("The announcements could not be read")
        return []
    return [text for text, from_at, until_at in kept or () if from_at <= now < until_at]


def _read(now: datetime) -> list[tuple[str, datetime, datetime]]:
    return list(Announcement.objects.to_come(now).values_list("text", "from_at", "until_at"))


@receiver([post_save, post_delete], sender=Announcement)
def on_change(**_: Any) -> None:
    transaction.on_commit(lambda: cache.delete(KEY), robust=True)
