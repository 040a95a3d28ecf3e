"""Wakes a worker when notices are due. This is for speed alone: the sweep finds them within seconds anyway.

Nothing here may slow or fail the transaction that made the notices, so a thread of its own speaks to the broker.
Several wake-ups are joined into one: within a transaction, while one is unsent, and until `deliver_due` has started.
"""

import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

logger = logging.getLogger(__name__)

PENDING = "notifications:wake-up-pending"
LASTS = settings.SWEEP_EVERY.total_seconds()
"""Seconds after which a wake-up that no worker took is dropped, since the sweep has run by then."""
PATIENCE = {"max_retries": 0, "socket_connect_timeout": 1, "socket_timeout": 2}
"""Seconds for the transport. Without `max_retries` kombu would try a dead broker for minutes."""

_app = current_app._get_current_object()  # here, where Django starts: in a thread `current_app` is an empty one
_queued = threading.Event()
_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="wake-up")


def _start_afresh() -> None:
    """A forked process has no threads yet."""
    global _sender
    _sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="wake-up")
    _queued.clear()


os.register_at_fork(after_in_child=_start_afresh)


def wake_on_commit() -> None:
    """Wakes a worker once the transaction is committed, or at once where there is none."""
    connection = transaction.get_connection()
    if not any(entry[1] is wake for entry in connection.run_on_commit):
        transaction.on_commit(wake, robust=True)


def wake() -> None:
    """Asks for one run of `deliver_due`; returns at once, whatever the broker does."""
    if _queued.is_set():
        return
    _queued.set()
    try:
        _sender.submit(_publish)
    except RuntimeError:  # the process is ending
        _queued.clear()


def begin() -> None:
    """Lets whatever is committed from now on wake a worker again. `deliver_due` calls it before it looks."""
    cache.delete(PENDING)


def _publish() -> None:
    _queued.clear()
    try:
        if cache.add(PENDING, True, timeout=LASTS):
            options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **PATIENCE}
            with _app.connection_for_write(transport_options=options) as connection:
                _app.send_task("notifications.tasks.deliver_due", connection=connection, retry=False, expires=LASTS)
    except Exception as error:
        logger.warning("The broker could not be told of due notices; the sweep will find them: %s", error)
