"""Holds the site of the stateful test still: time moves by hand, nothing goes out, and each task has to end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest import mock

import time_machine
from django.db import connection
from django.test import override_settings

from games.play.start import start_game
from tests.clearing import forget
from tests.simulation.world import PICTURE

MINUTE = timedelta(minutes=1)
MOST_QUERIES = 3000
"""Of one task, on a site of three players: one that asks more does not end."""


class Endless(BaseException):
    """A task went on and on. No `except Exception` of the site may swallow it."""


@contextmanager
def require_end(what: str) -> Iterator[None]:
    """Fails for what asks the database without end."""
    asked = 0

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > MOST_QUERIES:
            raise Endless
        return execute(*arguments)

    try:
        with connection.execute_wrapper(count):
            yield
    except Endless:
        raise AssertionError(f"{what} does not end") from None


@contextmanager
def going_by_hand(begins: datetime) -> Iterator[time_machine.Traveller]:
    """Time that moves when told, also that which a task may take; dice that fall alike each time; no wake-ups; boards
    of one pixel."""
    with ExitStack() as stack:
        traveller = stack.enter_context(time_machine.travel(begins, tick=False))
        caches = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        stack.enter_context(override_settings(CACHES=caches, TURN_NOTICE_WAIT=MINUTE, TURN_NOTICE_GAP=30 * MINUTE))
        forget()
        stack.callback(forget)
        dice = Random(1)
        stack.enter_context(mock.patch.dict(start_game.__wrapped__.__kwdefaults__, rng=dice))
        stack.enter_context(mock.patch("games.challenges.answer.secrets", dice))
        stack.enter_context(mock.patch("time.monotonic", time.time))
        stack.enter_context(mock.patch("games.pictures.boards.drawing.draw_board", return_value="<svg/>"))
        stack.enter_context(mock.patch("games.pictures.tiles.compose"))
        stack.enter_context(mock.patch("games.pictures.tiles.encode", return_value=PICTURE))
        stack.enter_context(mock.patch("notifications.channels.email.envelope.Envelope._render", return_value="words"))
        stack.enter_context(mock.patch("notifications.channels.email.envelope.inline_styles", lambda html: html))
        stack.enter_context(mock.patch("notifications.wording.games.drawing.draw_text_board", return_value="board"))
        stack.enter_context(mock.patch("notifications.wake.delivery.wake"))
        stack.enter_context(mock.patch("core.waker.send"))
        stack.enter_context(mock.patch("games.outage_detection.do_pages_answer", return_value=True))
        yield traveller
