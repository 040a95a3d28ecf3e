"""Whether push services refuse what the site sends, such as its key. If several readers wait, no browser is at
fault."""

from datetime import datetime, timedelta

from notifications.models import Notice

MOST_REFUSED = 3
"""With fewer readers than this, their browsers may just have been registered with another key."""
NEAR = timedelta(minutes=10)
"""Refused messages are due again within this time."""


def count_refused(now: datetime) -> int:
    """Counts the readers who wait for messages that a push service refuses, while it takes no others."""
    waiting = Notice.objects.open().filter(channel="push", refused_at__isnull=False, due_at__lte=now + NEAR)
    return waiting.order_by().values("recipient").distinct().count()
