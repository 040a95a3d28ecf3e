"""Notes that a game needs a computer, and tells the worker. The rows are the truth; tasks are for speed.

Nothing here may slow or fail the transaction of a turn, so a thread of its own speaks to the broker; what is lost the
sweep finds.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from computers.models import Thought

logger = logging.getLogger(__name__)

LASTS = settings.SWEEP_EVERY.total_seconds()
"""Seconds after which a task is not run any more, since the sweep has asked again."""
PATIENCE = {"max_retries": 0, "socket_connect_timeout": 1, "socket_timeout": 2}
"""Seconds for the transport."""
MOST = 100
"""Thoughts asked for at once; the others wait for the next sweep."""

_app = current_app._get_current_object()  # here, where Django starts: in a thread `current_app` is an empty one
_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thoughts")


def _start_afresh() -> None:
    """A forked process has no threads yet."""
    global _sender
    _sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thoughts")


os.register_at_fork(after_in_child=_start_afresh)


def ask(game_id: int, *, revision: int) -> None:
    """Has a computer look at a game, within the transaction that changes it, also where it has failed before. What
    staff have stopped stays stopped. A game has one row, however often it asks."""
    asked = {"revision": revision, "asked_at": timezone.now()}
    thought, _ = Thought.objects.update_or_create(game_id=game_id, defaults=asked)
    mine = Thought.objects.filter(pk=thought.pk)
    if thought.relayed:
        mine.update(relayed=False, claim="")
    if thought.stopped_at and not thought.by_staff:
        mine.update(stopped_at=None, why="")
    transaction.on_commit(partial(wake, game_id), robust=True)


def wake(*game_ids: int) -> None:
    """Has the worker think about these games; returns at once, whatever the broker does."""
    _send("computers.tasks.think", *([game_id] for game_id in game_ids))


def wake_wanted() -> int:
    """Has the worker think about what games want from computers that are switched on; returns for how many."""
    found = Thought.objects.free(timezone.now()).in_order().values_list("game", flat=True)[:MOST]
    if games := list(found):
        wake(*games)
    return len(games)


def wake_reviewer() -> None:
    """Has the worker analyse finished games; returns at once, whatever the broker does."""
    _send("computers.tasks.review", [])


def wake_maker() -> None:
    """Has the worker make the accounts of computers that are still wanting."""
    _send("computers.tasks.make_accounts", [])


def _send(task: str, *calls: list[int]) -> None:
    with suppress(RuntimeError):  # the process is ending
        _sender.submit(_publish, task, calls)


def _publish(task: str, calls: Sequence[list[int]]) -> None:
    try:
        options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **PATIENCE}
        with _app.connection_for_write(transport_options=options) as connection:
            for arguments in calls:
                _app.send_task(task, arguments, connection=connection, retry=False, expires=LASTS)
    except Exception as error:
        logger.warning("The broker could not be told what computers have to do; the sweep will find it: %s", error)
