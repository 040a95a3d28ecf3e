"""The tasks of competition that beat sends. Each is one call that may run twice or at once."""

from celery import shared_task

from competition.standing import pairing


@shared_task
def pair() -> int:
    """Pairs the standing challenges that fit, and returns how many games have started."""
    return pairing.pair()
