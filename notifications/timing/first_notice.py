"""By when the first message about a clock has to be sent, so that nobody loses on time without having been told.

That is twelve hours before the deadline, or nine tenths of the time that there is, where that is less. A message that
would come later, through quiet hours, a digest, the gap between two emails, or since its reader wants only what is
urgent, is sent sooner: at once, where the deadline is within a day, and otherwise when it has to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from notifications.timing.quiet import QuietHours
from notifications.timing.thresholds import BEFORE_QUIET, Reminder

AHEAD = timedelta(hours=12)
TENTHS = 9
SLACK = timedelta(minutes=1)
"""So much sooner a message is sent than it has to be: a run of the outbox comes every twenty seconds."""
FIRST = "first"
"""The threshold of the reminder that is the first to tell of a clock, if nothing else does in time."""


def find_latest(*, began: datetime, deadline: datetime) -> datetime:
    """The latest instant at which the first message may be sent about a clock that started at `began`."""
    return deadline - min(AHEAD, max(deadline - began, timedelta()) * TENTHS / 10)


def is_in_time(at: datetime | None, *, latest: datetime) -> bool:
    """Whether what is due then is sent by `latest`; None is never."""
    return at is not None and at <= latest - SLACK


def find_alarm(*, now: datetime, latest: datetime, quiet: QuietHours | None) -> datetime:
    """When to tell whom nothing else tells by `latest`: never before `now`.

    At once, where `latest` is within twelve hours, quiet hours or not; otherwise then, or before the quiet hours in
    which that would be.
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
    """The reminders of a clock that started at `began`, and before them one more, if the first of them comes too late.

    `heard_at` is when its reader is told of the turn in other words, if nothing comes between; None for never. The
    reminder is due nevertheless, as late as it may be, and is not sent to whom that has been told by then.
    """
    latest = find_latest(began=began, deadline=deadline)
    first = planned[0] if planned else None
    if first and is_in_time(first.due_at, latest=latest):
        return list(planned)
    if heard_at is not None and is_in_time(heard_at, latest=latest):
        due_at = max(_come_by(latest, now=now, quiet=quiet), min(heard_at + SLACK, latest))
    else:
        due_at = find_alarm(now=now, latest=latest, quiet=quiet)
    if first and first.due_at <= max(due_at, now) + 2 * SLACK:  # as good as the same
        return [Reminder(first.threshold, min(first.due_at, max(due_at, now)), first.until), *planned[1:]]
    return [Reminder(FIRST, max(due_at, now), first.due_at if first else None), *planned]


def _come_by(latest: datetime, *, now: datetime, quiet: QuietHours | None) -> datetime:
    """Shortly before `latest`, and before the quiet hours around it; at `now`, if these have begun by then."""
    at = max(latest - SLACK, now)
    if quiet is None or not quiet.hold(at):
        return at
    return max(quiet.begin_before(at) - BEFORE_QUIET, now)
