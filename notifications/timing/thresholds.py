"""Which reminders a deadline has, and when each of them is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter

from notifications.timing.quiet import QuietHours

HOUR = timedelta(hours=1)
HALF = "half"
HALF_FROM = timedelta(days=3)
"""A turn with less time than this has no reminder at half time."""
ALL = (HALF, "72h", "48h", "24h", "12h", "6h", "3h", "1h")
"""The thresholds from which users choose."""
USUAL = (HALF, "24h", "6h", "1h")
BEFORE_QUIET = timedelta(minutes=5)
"""A reminder that would fall into quiet hours is due this long before them, so that it is sent before they begin."""


def keep_known(stored: object) -> tuple[str, ...]:
    """Returns the stored thresholds that this version of the site knows, so that unknown ones never make a turn
    fail."""
    return tuple(name for name in ALL if name in stored) if isinstance(stored, list) else USUAL


@dataclass(frozen=True, slots=True)
class Reminder:
    """`threshold` is one of ALL or FIRST; from `until` on, if given, the next reminder replaces it."""

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
    """Returns the reminders of a turn that started at `began`, in the order in which they are due, all before the
    deadline.

    Only thresholds shorter than the allotted time count. If the deadline has moved, some may be past at `now`. The
    shortest of these is due at once, unless the player was already reminded of that little time. `told` is the shortest
    time before a deadline that this turn's player has been reminded of.
    """
    if deadline is None:
        return []
    now = max(now or began, began)
    planned: list[Reminder] = []
    sooner: datetime | None = None  # when the reminder after it is due
    for threshold, before in _measure(thresholds, allotted=deadline - began):
        wanted = deadline - before
        if wanted < now and (threshold == HALF or (told is not None and told <= before)):
            continue
        due_at = _avoid_quiet(max(wanted, now), since=now, deadline=deadline, quiet=quiet)
        if due_at < (sooner or deadline):  # if quiet hours bring two together, the shorter one stays
            planned.append(Reminder(threshold, due_at, sooner))
            sooner = due_at
    return planned[::-1]


def length_of(threshold: str) -> timedelta:
    """Returns how long before the deadline a threshold in hours is."""
    return int(threshold.removesuffix("h")) * HOUR


def _measure(thresholds: Iterable[str], *, allotted: timedelta) -> Sequence[tuple[str, timedelta]]:
    """Returns each threshold that counts, and how long before the deadline it is; the shortest first."""
    lengths = [
        (threshold, allotted / 2 if threshold == HALF else length_of(threshold))
        for threshold in thresholds
        if threshold != HALF or allotted >= HALF_FROM
    ]
    return sorted(((name, long) for name, long in lengths if long < allotted), key=itemgetter(1))


def _avoid_quiet(at: datetime, *, since: datetime, deadline: datetime, quiet: QuietHours | None) -> datetime:
    """Moves a time before the quiet hours, or after them if the turn started within them. It stays if that would be too
    late."""
    if quiet is None or not quiet.hold(at):
        return at
    begins = quiet.begin_before(at)
    if since < begins:
        return max(begins - BEFORE_QUIET, since)
    ends = quiet.end_after(at)
    return ends if ends < deadline else at
