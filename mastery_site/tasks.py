"""The tasks that beat runs for the site as a whole."""

from celery import shared_task

from mastery_site.database import pruning
from mastery_site.health import pinging


@shared_task
def prune() -> dict[str, int]:
    """Deletes what has served its purpose. Returns how many rows of each kind were deleted."""
    return pruning.prune()


@shared_task
def ping() -> bool:
    """Tells the service that watches this site that all is well. Returns whether it was told."""
    return pinging.ping()
