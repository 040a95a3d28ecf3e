"""What workers run for the outbox: one call, harmless twice or at once."""

from celery import shared_task

from notifications import outbox, wake


@shared_task
def deliver_due() -> int:
    """Delivers the notices that are due, for some seconds at most, and returns how many were sent."""
    wake.begin()
    sent = outbox.deliver_due()
    if outbox.is_more_due():
        wake.wake()
    return sent
