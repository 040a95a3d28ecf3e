"""Which reminders a deadline brings, and when each is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter

from notifications.scheduling.quiet import QuietHours

HOUR = timedelta(hours=1)
HALF = "half"
HALF_FROM = timedelta(days=3)
"""Where less than this is allotted, half of it is no time to be reminded at."""
ALL = (HALF, "72h", "48h", "24h", "12h", "6h", "3h", "1h")
"""The thresholds to choose from."""
USUAL = (HALF, "24h", "6h", "1h")
BEFORE_QUIET = timedelta(minutes=5)
"""So long before quiet hours a reminder is due that would fall into them, to have left when they begin."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """`threshold` is one of ALL; from `until` on, if given, the next reminder takes its place."""

    threshold: str
    due_at: datetime
    until: datetime | None = None


def plan_reminders(
    *,
    began: datetime,
    deadline: datetime | None,
    thresholds: Iterable[str] = USUAL,
    quiet: QuietHours | None = None,
    now: datetime | None = None,
    told: timedelta | None = None,
) -> list[Reminder]:
    """The reminders of a turn that began at `began`, the first to be due first; all come before the deadline.

    Only thresholds shorter than the time allotted count. Of those that lie behind `now` already, since the deadline has
    moved, the shortest is due at once, and only if nobody has been told of so little time: `told` is the shortest
    time before a deadline that this turn's player has been reminded of.
    """
    if deadline is None:
        return []
    now = max(now or began, began)
    planned: list[Reminder] = []
    sooner: datetime | None = None  # the one after it
    for threshold, before in _measure(thresholds, allotted=deadline - began):
        wanted = deadline - before
        if wanted < now and (threshold == HALF or (told is not None and told <= before)):
            continue
        due_at = _avoid_quiet(max(wanted, now), since=now, deadline=deadline, quiet=quiet)
        if due_at < (sooner or deadline):  # of two that quiet hours bring together the shorter one stays
            planned.append(Reminder(threshold, due_at, sooner))
            sooner = due_at
    return planned[::-1]


def length_of(threshold: str) -> timedelta:
    """How long before the deadline it is. For a threshold in hours."""
    return int(threshold.removesuffix("h")) * HOUR


def _measure(thresholds: Iterable[str], *, allotted: timedelta) -> Sequence[tuple[str, timedelta]]:
    """Each threshold that counts, and how long before the deadline it is; the shortest first."""
    lengths = [
        (threshold, allotted / 2 if threshold == HALF else length_of(threshold))
        for threshold in thresholds
        if threshold != HALF or allotted >= HALF_FROM
    ]
    return sorted(((name, long) for name, long in lengths if long < allotted), key=itemgetter(1))


def _avoid_quiet(at: datetime, *, since: datetime, deadline: datetime, quiet: QuietHours | None) -> datetime:
    """Before the quiet hours, or where the turn came within them, after; at the very time where that is too late."""
    if quiet is None or not quiet.hold(at):
        return at
    begins = quiet.begin_before(at)
    if since < begins:
        return max(begins - BEFORE_QUIET, since)
    ends = quiet.end_after(at)
    return ends if ends < deadline else at
