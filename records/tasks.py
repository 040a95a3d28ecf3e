"""The tasks of records. Each may run twice."""

from celery import shared_task

from records import animating


@shared_task
def draw_animations() -> int:
    """Draws the animations that were asked for; returns how many. Two workers share them."""
    return animating.draw_waiting()
