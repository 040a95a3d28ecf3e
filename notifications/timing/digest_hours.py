"""At which instants digests are due: an hour of each local day, or two."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

CATCH_UP = timedelta(hours=2)
"""How late a digest may still be made, if nothing ran at its hour."""
HOUR = timedelta(hours=1)
LONGEST_SKIP = 3
"""Hours; daylight saving never moves a clock by as much."""


class Slot(NamedTuple):
    """An hour of a local day."""

    day: date
    hour: int


def find_slots(zone: tzinfo, *, now: datetime, within: timedelta = CATCH_UP) -> list[Slot]:
    """The hours of local days that began within this time up to `now`, in order.

    An hour that daylight saving skips begins when it would have begun, and one that comes twice begins once, the first
    time: each day has every hour once.
    """
    wall = now.astimezone(zone).replace(tzinfo=None, minute=0)
    hours = range(within // HOUR + LONGEST_SKIP, -1, -1)
    slots = [Slot(at.date(), at.hour) for at in (wall - more * HOUR for more in hours)]
    return [slot for slot in slots if now - within < begin(slot, zone) <= now]


def begin(slot: Slot, zone: tzinfo) -> datetime:
    return datetime.combine(slot.day, time(slot.hour), tzinfo=zone).astimezone(UTC)


def next_digest(hours: Iterable[int], *, zone: tzinfo, now: datetime, done: Collection[Slot] = ()) -> datetime:
    """When the next digest is due after `now`, without the slots that are `done`. These must be of two days at most."""
    today = now.astimezone(zone).date()
    slots = [Slot(today + timedelta(days=more), hour) for more in range(4) for hour in hours]
    return min(at for slot in slots if slot not in done and (at := begin(slot, zone)) > now)
