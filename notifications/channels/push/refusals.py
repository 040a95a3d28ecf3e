"""Whether push services refuse what the site sends, such as its key: what several wait for is no browser's fault."""

from datetime import datetime, timedelta

from notifications.models import Notice

MOST_REFUSED = 3
"""Up to this number, the readers may merely have registered a browser by another key."""
NEAR = timedelta(minutes=10)
"""What was refused is due again within this."""


def count_refused(now: datetime) -> int:
    """How many readers wait for messages that a push service refuses, while it takes no others."""
    waiting = Notice.objects.open().filter(channel="push", refused_at__isnull=False, due_at__lte=now + NEAR)
    return waiting.order_by().values("recipient").distinct().count()
