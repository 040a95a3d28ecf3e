"""What beat runs for people's accounts."""

from celery import shared_task

from accounts import rescue_requests


@shared_task
def carry_out_rescues() -> int:
    """Carries out what moderators asked for three days ago and nobody stopped. Returns how much; safe to run twice."""
    return rescue_requests.carry_out_due()
