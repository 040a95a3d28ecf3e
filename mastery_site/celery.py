"""The Celery application. Its schedule is code, so it is reviewed like code."""

import os
import sys
from importlib import import_module
from typing import Any

from celery import Celery
from celery.concurrency import get_implementation
from celery.signals import worker_init, worker_ready

from mastery_site.checks.environment import refuse_faults
from mastery_site.health import heartbeat
from mastery_site.logs import lines as logs
from mastery_site.processes import pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

app = Celery("mastery_site")
app.set_default()  # for all threads: without it, the threads of the web server would use another application
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
heartbeat.connect()
logs.connect()


class Loop:
    """A sign of life from a worker's main loop: the loop makes the calls that it was asked to make.

    While the worker looks for its broker there is no loop. Then the worker counts as alive, too.
    """

    def __init__(self, consumer: Any) -> None:
        self.consumer, self.turned = consumer, pulse.Mark()

    def __call__(self) -> bool:
        turned = self.turned()
        self.consumer.call_soon(self.turned.note)
        return turned or self.consumer.connection is None


@worker_init.connect
def on_worker_init(sender: Any, **_: object) -> None:
    """Ends a worker that must not run.

    That is a worker that was started with another pool than the one in the settings, since such a worker could not show
    that it is alive. It is also a worker whose environment is at fault, or whose database lacks migrations.
    """
    if get_implementation(sender.pool_cls) is not get_implementation(app.conf.worker_pool):
        sys.exit("The worker of this site runs threads, which its watchdog looks at: leave out --pool.")
    refuse_faults()
    import_module("mastery_site.checks.readiness").refuse_unready(pages=False)  # it needs what Celery has set up by now


@worker_ready.connect
def on_worker_ready(sender: Any, **_: object) -> None:
    pulse.watch(Loop(sender), pulse.Pool(sender.pool.executor))
