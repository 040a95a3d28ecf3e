"""Beat: sends the tasks of the schedule, and nothing else. It needs neither Django nor a database, and keeps no file.

All tasks are due when it starts: running one twice does no harm, and an hourly task must not be put off each time beat
is restarted. A file of when each ran last could be damaged, and would say after the system's clock was put back that
every task has already run.
"""

from datetime import UTC, datetime
from typing import Any

from celery import Celery, beat
from celery.signals import beat_init

from mastery_site import memory, pulse

memory.return_what_is_freed()

app = Celery("mastery_site", fixups=[], set_as_current=False)
app.config_from_object("mastery_site.settings", namespace="CELERY")
app.conf.update(beat_scheduler="mastery_site.beat:Scheduler", imports=(), include=())

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
BROKER_WAIT = 5.0
"""Seconds between two attempts to reach a broker that is away."""
sent = pulse.Mark()


class Scheduler(beat.Scheduler):
    """Keeps its schedule in memory. Sending a task is a sign of life, and so is looking for a broker that is away."""

    def setup_schedule(self) -> None:
        self.merge_inplace(self.app.conf.beat_schedule)
        for entry in self.schedule.values():
            entry.last_run_at = LONG_AGO

    def apply_async(self, entry: Any, producer: Any = None, advance: bool = True, **more: Any) -> Any:
        try:
            return super().apply_async(entry, producer=producer, advance=advance, **more)
        finally:
            sent.note()

    def _ensure_connected(self) -> Any:
        def on_error(error: Exception, interval: float) -> None:
            sent.note()
            beat.error("beat: the broker is away: %s; trying again in %s s", error, interval)

        waits = {"interval_start": 1, "interval_step": 1, "interval_max": BROKER_WAIT}
        return self.connection.ensure_connection(on_error, None, **waits)


@beat_init.connect
def on_beat_init(**_: object) -> None:
    pulse.watch(sent)
