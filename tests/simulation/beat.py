"""Runs the site's periodic tasks at their times, as beat and a worker would, but those that would find nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings

from tests.simulation import work
from tests.simulation.work import WORK

SWEEP = "games.tasks.flag_expired_games"
IDLE = timedelta(minutes=9)
"""The sweep runs so often, due or not: the site's own watch takes ten minutes of silence for an outage."""
HALF_HOUR = timedelta(minutes=30)
"""Local hours begin at full half hours where the people of a simulation live, and so do digests."""


class TaskFailed(Exception):
    """A periodic task came to a fault, which a worker would have logged."""


class Beat:
    """The tasks of CELERY_BEAT_SCHEDULE, each with the instant from which it is due again."""

    def __init__(self) -> None:
        current_app.loader.import_default_modules()
        self.due_at: dict[str, datetime] = {}
        self.ran_at: dict[str, datetime] = {}

    def run(self, now: datetime) -> None:
        """Runs what is due, in the order of the schedule. Raises TaskFailed."""
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
            task = str(entry["task"])
            if self.due_at.get(name, now) <= now and self._may_find(task, now):
                self.ran_at[task] = now
                try:
                    current_app.tasks[task]()
                except Exception as error:
                    raise TaskFailed(f"{task} at {now:%Y-%m-%d %H:%M:%S}: {error!r}") from error
                self.due_at[name] = now + period_of(entry["schedule"])

    def find_next_sweep(self, now: datetime) -> datetime:
        """By when the sweep has to run again, due or not."""
        return self.ran_at.get(SWEEP, now) + IDLE

    def _may_find(self, task: str, now: datetime) -> bool:
        """Whether a run could do anything. What is asked is less than the task asks, so that it leaves nothing out."""
        last = self.ran_at.get(task)
        if last is None:
            return True
        if task == SWEEP:
            return now - last >= IDLE or bool(work.find_come(now))
        if task == "notifications.tasks.write_digests":
            return count_half_hours(last) < count_half_hours(now)
        return task not in WORK or any(find(now) for find in WORK[task])


def count_half_hours(at: datetime) -> int:
    """Full ones since 1970."""
    return int(at.timestamp() // HALF_HOUR.total_seconds())


def period_of(schedule: object) -> timedelta:
    """How long until a task is due again."""
    if isinstance(schedule, timedelta):
        return schedule
    if isinstance(schedule, int | float):
        return timedelta(seconds=schedule)
    raise TypeError(f"The simulation knows no schedule such as {schedule!r}.")
