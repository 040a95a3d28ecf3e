"""Beat: it only sends the tasks of the schedule. It needs neither Django nor a database, and stores no file.

All tasks are due when it starts: running a task twice does no harm, and an hourly task must not be put off each time
beat restarts. A file with the time of each last run could be damaged. It would also claim that every task has already
run after somebody sets the system's clock back.
"""

from datetime import UTC, datetime
from typing import Any

from celery import Celery, beat
from celery.signals import beat_init

from mastery_site.processes import pulse

app = Celery("mastery_site", fixups=[], set_as_current=False)
app.config_from_object("mastery_site.settings", namespace="CELERY")
app.conf.update(beat_scheduler="mastery_site.beat:Scheduler", imports=(), include=())

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
BROKER_WAIT = 5.0
"""Seconds between two attempts to reach a broker that is away."""
sent = pulse.Mark()


class Scheduler(beat.Scheduler):
    """Keeps its schedule in memory. It gives a sign of life when it sends a task, and when it looks for a missing
    broker."""

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
