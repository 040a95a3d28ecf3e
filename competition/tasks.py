"""The tasks of competition that beat sends. Each is one call that may run twice or at once."""

from celery import shared_task

from competition import ladder
from competition.standing import pairing


@shared_task
def pair() -> int:
    """Pairs the standing challenges that fit, and returns how many games have started."""
    return pairing.pair()


@shared_task
def sweep_ladders() -> int:
    """Takes those off ladders who have lost their place; returns how many."""
    return ladder.sweep()
