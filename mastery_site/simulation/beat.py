"""Runs the site's periodic tasks at their times, as beat and a worker would."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings


class TaskFailed(Exception):
    """A periodic task came to a fault, which a worker would have logged."""


class Beat:
    """The tasks of CELERY_BEAT_SCHEDULE, each with the instant from which it is due again."""

    def __init__(self) -> None:
        current_app.loader.import_default_modules()
        self.due_at: dict[str, datetime] = {}

    def run(self, now: datetime) -> None:
        """Runs what is due, in the order of the schedule. Raises TaskFailed."""
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
            if self.due_at.get(name, now) <= now:
                result = current_app.tasks[entry["task"]].apply()
                if result.failed():
                    raise TaskFailed(
                        f"{entry['task']} at {now:%Y-%m-%d %H:%M:%S}: {result.result!r}\n{result.traceback}"
                    )
                self.due_at[name] = now + period_of(entry["schedule"])


def period_of(schedule: object) -> timedelta:
    """How long until a task is due again."""
    if isinstance(schedule, timedelta):
        return schedule
    if isinstance(schedule, int | float):
        return timedelta(seconds=schedule)
    raise TypeError(f"The simulation knows no schedule such as {schedule!r}.")
