"""What beat runs for the site as a whole."""

from celery import shared_task

from mastery_site import pruning


@shared_task
def prune() -> dict[str, int]:
    """Deletes what has served its time, and returns how many rows of each kind."""
    return pruning.prune()
