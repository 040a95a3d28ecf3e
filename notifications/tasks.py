"""The tasks that deliver notices and write digests. Each may run twice, or in several workers at once."""

import threading

from celery import shared_task
from django.utils import timezone

from notifications.channels.telegram import updates
from notifications.delivery import outbox
from notifications.scheduling import digests
from notifications.wake import delivery

_delivering = threading.Lock()


@shared_task
def deliver_due() -> int:
    """Delivers the notices that are due, for some seconds at most, and returns how many were sent.

    Only one thread of a process delivers at a time. So a killed process leaves at most one email that was sent and not
    marked.
    """
    delivery.begin()
    if not _delivering.acquire(blocking=False):
        return 0  # the thread that delivers looks once more at the end
    try:
        sent = outbox.deliver_due()
    finally:
        _delivering.release()
    if outbox.is_more_due():
        delivery.wake()
    return sent


@shared_task
def write_digests() -> int:
    """Writes the digests that are due, and returns how many."""
    return digests.write_digests(now=timezone.now())


@shared_task
def read_telegram() -> int:
    """Reads what users wrote to the site's bot, if any user is about to; returns how many were connected."""
    return updates.look(now=timezone.now())
