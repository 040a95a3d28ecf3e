"""When the first message about a clock must be sent, so that no player loses on time without having been told.

That is twelve hours before the deadline, or nine tenths of the whole time before it, whichever is shorter. Quiet hours,
a digest, the gap between two emails, or the mode “only what is urgent” may delay a message beyond that. Then it is sent
sooner: at once if the deadline is within a day, otherwise when it must be.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from notifications.timing.quiet import QuietHours
from notifications.timing.thresholds import BEFORE_QUIET, Reminder

AHEAD = timedelta(hours=12)
TENTHS = 9
SLACK = timedelta(minutes=1)
"""A message is sent this much sooner than it must be, since the outbox runs every twenty seconds."""
FIRST = "first"
"""The threshold of the reminder that is first to tell of a clock, if nothing else does in time."""


def find_latest(*, began: datetime, deadline: datetime) -> datetime:
    """Returns the latest instant at which the first message about a clock that started at `began` may be sent."""
    return deadline - min(AHEAD, max(deadline - began, timedelta()) * TENTHS / 10)


def is_in_time(at: datetime | None, *, latest: datetime) -> bool:
    """Whether a message that is due at `at` is sent by `latest`; None means never."""
    return at is not None and at <= latest - SLACK


def find_alarm(*, now: datetime, latest: datetime, quiet: QuietHours | None) -> datetime:
    """Returns when to tell a reader whom nothing else tells by `latest`: never before `now`.

    If `latest` is within twelve hours, that is at once, even in quiet hours. Otherwise it is at `latest`, or before the
    quiet hours around it.
    """
    return now if latest - now <= AHEAD else _come_by(latest, now=now, quiet=quiet)


def add_first(
    planned: Sequence[Reminder],
    *,
    began: datetime,
    deadline: datetime,
    quiet: QuietHours | None,
    now: datetime,
    heard_at: datetime | None,
) -> list[Reminder]:
    """Returns the reminders of a clock that started at `began`. If the first of them comes too late, one more is added
    first.

    `heard_at` is when another message tells the reader of the turn, if nothing intervenes; None for never. The added
    reminder is due anyway, as late as possible. Readers who have been told by then do not get it.
    """
    latest = find_latest(began=began, deadline=deadline)
    first = planned[0] if planned else None
    if first and is_in_time(first.due_at, latest=latest):
        return list(planned)
    if heard_at is not None and is_in_time(heard_at, latest=latest):
        due_at = max(_come_by(latest, now=now, quiet=quiet), min(heard_at + SLACK, latest))
    else:
        due_at = find_alarm(now=now, latest=latest, quiet=quiet)
    if first and first.due_at <= max(due_at, now) + 2 * SLACK:  # nearly the same time
        return [Reminder(first.threshold, min(first.due_at, max(due_at, now)), first.until), *planned[1:]]
    return [Reminder(FIRST, max(due_at, now), first.due_at if first else None), *planned]


def _come_by(latest: datetime, *, now: datetime, quiet: QuietHours | None) -> datetime:
    """Returns a time shortly before `latest`, and before the quiet hours around it; `now` if these have begun by
    then."""
    at = max(latest - SLACK, now)
    if quiet is None or not quiet.hold(at):
        return at
    return max(quiet.begin_before(at) - BEFORE_QUIET, now)
