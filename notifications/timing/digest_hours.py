"""When digests are due: at one or two hours of each local day."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

CATCH_UP = timedelta(hours=2)
"""How late a digest may still be made if nothing ran at its hour."""
HOUR, DAY = timedelta(hours=1), timedelta(hours=24)
APART = timedelta(hours=3)
"""The least time between two digests of one slot, whose hour may come twice for a reader who moves west. Also the most
time beyond a day until the next one."""
LONGEST_SKIP = 3
"""Hours. Daylight saving never moves a clock by this much."""


class Slot(NamedTuple):
    """An hour of a local day."""

    day: date
    hour: int


def find_slots(zone: tzinfo, *, now: datetime, within: timedelta = CATCH_UP) -> list[Slot]:
    """Returns the hours of local days that began within this time up to `now`, in order.

    An hour that daylight saving skips begins when it would have begun. An hour that comes twice begins once, the first
    time. So each day has every hour once.
    """
    wall = now.astimezone(zone).replace(tzinfo=None, minute=0)
    hours = range(within // HOUR + LONGEST_SKIP, -1, -1)
    slots = [Slot(at.date(), at.hour) for at in (wall - more * HOUR for more in hours)]
    return [slot for slot in slots if now - within < begin(slot, zone) <= now]


def begin(slot: Slot, zone: tzinfo) -> datetime:
    return datetime.combine(slot.day, time(slot.hour), tzinfo=zone).astimezone(UTC)


def is_overdue(last: datetime | None, *, coming: datetime, now: datetime) -> bool:
    """Whether a reader who has moved at `now` would have no digest for much longer than a day, from the `last` one to
    `coming`, the next. A reader without a digest for two days is not used to getting any."""
    return last is not None and last > now - 2 * DAY and coming - last > DAY + APART


def next_digest(
    hours: Iterable[int],
    *,
    zone: tzinfo,
    now: datetime,
    done: Collection[Slot] = (),
    last: datetime | None = None,
) -> datetime:
    """Returns when the next digest is due after `now`, without the slots that are `done`, which must be of two days at
    most.

    None comes soon after the `last`, which the reader may have had in another zone.
    """
    today, earliest = now.astimezone(zone).date(), max(now, last + APART) if last else now
    slots = [Slot(today + timedelta(days=more), hour) for more in range(4) for hour in hours]
    return min(at for slot in slots if slot not in done and (at := begin(slot, zone)) > now and at >= earliest)
