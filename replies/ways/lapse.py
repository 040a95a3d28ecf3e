"""Forgets a fault with answers that a provider brings, where none waits to be brought again."""

from datetime import timedelta

from django.utils import timezone

from games import outage_detection
from games.models import Heartbeat
from replies.models import Reply

WAITS_FOR = timedelta(hours=1)
"""An answer that was not brought again within this time counts no more."""


def forget_fault() -> None:
    """Who is told that answers are late sends none, so nothing else would ever show that they are read again."""
    now = timezone.now()
    failing = Heartbeat.objects.filter(part=Heartbeat.Part.NO_REPLY, at__lt=now - outage_detection.TOLD_AFTER)
    if not failing.exists():
        return
    waiting = Reply.objects.filter(done_at=None, arrived_at__gt=now - WAITS_FOR)
    if not waiting.exists():
        outage_detection.note_replies(True, now=now)
