"""The tasks of competition that beat sends. Each is one call that may run twice or at the same time."""

from celery import shared_task

from competition import ladder
from competition.standing import pairing


@shared_task
def pair() -> int:
    """Pairs the standing challenges that fit. Returns how many games have started."""
    return pairing.pair()


@shared_task
def sweep_ladders() -> int:
    """Takes players off ladders who have lost their place. Returns how many."""
    return ladder.sweep()
