"""When a player's clock runs and when it is paused: weekends in the player's zone, vacation, a pause of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

Span = tuple[datetime, datetime]
"""From an instant until another, the second not included."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A clock that is paused on the days of `weekend` (ISO weekdays as digits, at most two: "67") and within `stops`.

    A day is the local day of `zone`, whether it has 23, 24 or 25 hours; a zone that is not known counts as UTC. `stops`
    may overlap and come in any order.
    """

    weekend: str = ""
    zone: str = "UTC"
    stops: tuple[Span, ...] = ()

    def advance(self, start: datetime, amount: timedelta) -> datetime:
        """The first instant at which the clock has run for `amount` since `start`; `start` itself if that is
        nothing."""
        if not amount:
            return start
        at, left = start, amount
        for still_from, still_until in self._stand_still(start):
            if still_from > at:
                if left <= still_from - at:
                    break
                left -= still_from - at
            at = max(at, still_until)
        return at + left

    def wake(self, start: datetime) -> datetime:
        """The first instant from `start` on at which the clock runs."""
        at = start
        for still_from, still_until in self._stand_still(start):
            if still_from > at:
                break
            at = max(at, still_until)
        return at

    def due(self, start: datetime, left: timedelta) -> datetime:
        """When the time `left` at `start` runs out.

        If none is left, that is the first instant at which the clock runs.
        """
        return self.advance(start, left) if left else self.wake(start)

    def measure(self, start: datetime, end: datetime) -> timedelta:
        """How long the clock runs between two instants; nothing where `end` is not after `start`."""
        ran, at = timedelta(), start
        for still_from, still_until in self._stand_still(start):
            if still_from >= end:
                break
            if still_from > at:
                ran += still_from - at
            at = max(at, still_until)
        return ran + max(end - at, timedelta())

    def _stand_still(self, start: datetime) -> Iterator[Span]:
        """The spans that end after `start` in which the clock is paused, ordered by their beginning.

        They may overlap, and with weekends there is no last one.
        """
        stops = sorted(stop for stop in self.stops if stop[0] < stop[1] and stop[1] > start)
        return merge(stops, self._weekends(start)) if self.weekend else iter(stops)

    def _weekends(self, start: datetime) -> Iterator[Span]:
        zone = find_zone(self.zone)
        day = start.astimezone(zone).date()
        begins = self._begin(day, zone)
        while True:
            weekday, day = day.isoweekday(), day + timedelta(days=1)
            ends = self._begin(day, zone)
            if str(weekday) in self.weekend and begins < ends:
                yield begins, ends
            begins = ends

    @staticmethod
    def _begin(day: date, zone: ZoneInfo) -> datetime:
        """The first instant of a local day. Where its midnight is skipped, that is the instant of the skip."""
        return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)


def find_zone(name: str) -> ZoneInfo:
    """The zone of that name, or UTC: a name may vanish from the time zone database, and that must not make a clock
    fail."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; no name of a zone; the name of a folder of zones
        return ZoneInfo("UTC")


ALWAYS = Calendar()
"""A clock that always runs."""


def rebase(deadline: datetime, *, now: datetime, before: Calendar, after: Calendar) -> datetime:
    """The deadline if from `now` on the clock runs by `after` instead of `before`: the time left stays the same.

    Time that had run out at `now` does not come back.
    """
    return after.due(now, before.measure(now, deadline)) if deadline > now else deadline


def spend(spans: Iterable[Span], *, budget: timedelta, calendar: Calendar = ALWAYS) -> tuple[Span, ...]:
    """The spans in order, cut off where together they have saved `budget`. They may not overlap.

    A span saves the time in which a clock by `calendar` would have run: where that is paused anyway, it costs nothing.
    """
    kept: list[Span] = []
    for begins, ends in sorted(spans):
        if budget <= timedelta():
            break
        kept.append((begins, min(ends, calendar.advance(begins, budget))))
        budget -= calendar.measure(begins, ends)
    return tuple(kept)
