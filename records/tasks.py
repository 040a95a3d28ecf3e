"""The tasks of records. Each may run twice."""

from celery import shared_task

from records import animating, bulk


@shared_task
def draw_animations() -> int:
    """Draws the animations that were asked for; returns how many. Two workers share them."""
    return animating.draw_waiting()


@shared_task
def write_bulk_files() -> int:
    """Writes the files of all games of a month that lack something; returns of how many months."""
    return bulk.write_due()
