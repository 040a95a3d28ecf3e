"""The hours of the day in which a person wants peace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

QUARTER = timedelta(minutes=15)
"""Local hours begin and end on quarters of an hour in UTC: every zone's offset is a multiple of it."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From the beginning of an hour of the local day until that of another; 22 and 7 go over midnight."""

    begins: int
    ends: int
    zone: tzinfo

    def hold(self, instant: datetime) -> bool:
        """Whether the instant lies within them: its local hour decides, be it skipped or lived through twice."""
        hour = instant.astimezone(self.zone).hour
        if self.begins <= self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends

    def end_after(self, instant: datetime) -> datetime:
        """The first instant from this one on that lies outside them."""
        if not self.hold(instant):
            return instant
        at = _floor(instant) + QUARTER
        while self.hold(at):
            at += QUARTER
        return at

    def begin_before(self, instant: datetime) -> datetime:
        """The instant at which the quiet hours around this one began. For an instant within them only."""
        at = _floor(instant)
        while self.hold(at - QUARTER):
            at -= QUARTER
        return at


def _floor(instant: datetime) -> datetime:
    utc = instant.astimezone(UTC)
    return utc - timedelta(minutes=utc.minute % 15, seconds=utc.second, microseconds=utc.microsecond)
