"""Faults that the site once had, put back into today's code: the machine has to find each of them by itself.

Each is the fault alone, in the one place where it was; the numbers are those of the issue that told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from unittest import mock

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game
from games.play import clocks
from notifications import timing
from notifications.delivery import outbox
from notifications.kind_names import REMINDER
from notifications.models import Notice
from notifications.scheduling import digests, reminders
from notifications.timing import rules


@contextmanager
def endless_digests() -> Iterator[None]:
    """9: a reader whom nothing can reach got no row, and so was found again for ever."""

    def read_pages(users: QuerySet[Any, int], *, size: int) -> Iterator[list[int]]:
        while some := list(users[:size]):
            yield some

    with mock.patch.object(digests, "read_pages", read_pages):
        yield


@contextmanager
def one_pause_a_game() -> Iterator[None]:
    """11: a pause was kept on its game, so that a second one took the place of the first."""
    list_pauses = clocks.list_pauses

    def list_last(game: Game) -> tuple[Any, ...]:
        return tuple(sorted(list_pauses(game)))[-1:]

    with mock.patch.object(clocks, "list_pauses", list_last):
        yield


@contextmanager
def reminders_made_anew() -> Iterator[None]:
    """12: with changed preferences open reminders began anew, those too that another worker had in its hands."""
    plan_again_for = reminders.plan_again_for

    def begin_anew(user_id: int) -> None:
        plan_again_for(user_id)
        mine = Notice.objects.open().filter(recipient=user_id, kind=REMINDER)
        mine.update(claim="", claimed_at=None, due_at=timezone.now())

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(reminders, "plan_again_for", begin_anew))
        yield


@contextmanager
def bundles_of_one_age() -> Iterator[None]:
    """13: what went out in one message was given up together, however young."""
    try_later = outbox._try_later

    def try_together(notice: Notice, *, now: datetime, **details: Any) -> None:
        old = any(now - each.created_at >= outbox.GIVE_UP_AFTER for each in (notice, *notice.others))
        with mock.patch.object(outbox, "GIVE_UP_AFTER", timedelta() if old else outbox.GIVE_UP_AFTER):
            try_later(notice, now=now, **details)

    with mock.patch.object(outbox, "_try_later", try_together):
        yield


@contextmanager
def clocks_restarted_with_what_was_left() -> Iterator[None]:
    """19: a takeback, the end of a pause or staff started a clock with minutes left."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(clocks.restart_clock.__kwdefaults__, at_least=timedelta()))
        stack.enter_context(mock.patch.object(clocks, "AT_LEAST", timedelta()))
        stack.enter_context(mock.patch.object(clocks, "LEAST_BY_STAFF", timedelta()))
        yield


@contextmanager
def clocks_told_of_whenever() -> Iterator[None]:
    """19: quiet hours, a mode or the chosen reminders left a clock without a word until it had run out."""

    def add_none(planned: Sequence[timing.Reminder], **_: Any) -> list[timing.Reminder]:
        return list(planned)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(timing, "add_first", add_none))
        stack.enter_context(mock.patch.dict(rules.SENT_IN_TIME, clear=True))
        yield


@contextmanager
def reminders_remembered_for_ever() -> Iterator[None]:
    """19: who had been reminded before a pause was not reminded when the clock started again."""
    plan_again = reminders.plan_again

    def remember(game_ids: Iterable[int], *, anew: bool = False) -> None:
        plan_again(game_ids)

    with mock.patch.object(reminders, "plan_again", remember):
        yield


class Fault(NamedTuple):
    """One of them, and what is said where it is seen."""

    put_back: Callable[[], AbstractContextManager[None]]
    seen: str


FAULTS: dict[int | str, Fault] = {
    9: Fault(endless_digests, "does not end"),
    11: Fault(one_pause_a_game, "the deadline of game"),
    12: Fault(reminders_made_anew, "was told deadline_near"),
    13: Fault(bundles_of_one_age, "was given up after"),
    "19a": Fault(clocks_restarted_with_what_was_left, "the deadline of game"),
    "19b": Fault(clocks_told_of_whenever, "lost game"),
    "19c": Fault(reminders_remembered_for_ever, "lost game"),
}
