"""Tells the workers that there is something to do. This is for speed alone: a sweep finds it within seconds anyway.

Nothing here may slow or fail the transaction that made the work, so one thread of its own speaks to the broker. What
the broker does not take is logged and left to the sweep.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

logger = logging.getLogger(__name__)

LASTS = settings.SWEEP_EVERY.total_seconds()
"""Seconds after which a task that no worker took is dropped, since the sweep has run by then."""
PATIENCE = {"max_retries": 0, "socket_connect_timeout": 1, "socket_timeout": 2}
"""Seconds for the transport. Without `max_retries` kombu would try a dead broker for minutes."""

_app = current_app._get_current_object()  # here, where Django starts: in a thread `current_app` is an empty one
_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="waker")
_queued: set[str] = set()


def _start_afresh() -> None:
    """A forked process has no threads yet."""
    global _sender
    _sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="waker")
    _queued.clear()


os.register_at_fork(after_in_child=_start_afresh)


def send(task: str, *calls: list[Any]) -> None:
    """Has a worker run this task once with each of these lists of arguments; returns at once, whatever the broker
    does."""
    _submit(_publish, task, calls)


class Waker:
    """Has a worker run one task without arguments, which does all that there is to do.

    Several wake-ups are joined into one: within a transaction, while one is unsent, and until the task has begun.
    """

    def __init__(self, task: str) -> None:
        self.task = task
        self._pending = f"wake-up-pending:{task}"

    def wake_on_commit(self) -> None:
        """Wakes a worker once the transaction is committed, or at once where there is none."""
        connection = transaction.get_connection()
        if not any(entry[1] == self.wake for entry in connection.run_on_commit):
            transaction.on_commit(self.wake, robust=True)

    def wake(self) -> None:
        """Asks for one run of the task; returns at once, whatever the broker does."""
        if self.task in _queued:
            return
        _queued.add(self.task)
        if not _submit(self._publish):
            _queued.discard(self.task)

    def begin(self) -> None:
        """Lets whatever is committed from now on wake a worker again. The task calls it before it looks."""
        cache.delete(self._pending)

    def _publish(self) -> None:
        _queued.discard(self.task)
        try:
            is_first = cache.add(self._pending, True, timeout=LASTS)
        except Exception as error:
            _warn(self.task, error)
        else:
            if is_first:
                _publish(self.task, [[]])


def _submit(function: Callable[..., None], *arguments: Any) -> bool:
    """Whether the thread will call it: it does not where the process is ending."""
    try:
        _sender.submit(function, *arguments)
    except RuntimeError:
        return False
    return True


def _publish(task: str, calls: Sequence[list[Any]]) -> None:
    try:
        options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **PATIENCE}
        with _app.connection_for_write(transport_options=options) as connection:
            for arguments in calls:
                _app.send_task(task, arguments, connection=connection, retry=False, expires=LASTS)
    except Exception as error:
        _warn(task, error)


def _warn(task: str, error: Exception) -> None:
    logger.warning("The broker could not be told of %s; the sweep will find what it has to do: %s", task, error)
