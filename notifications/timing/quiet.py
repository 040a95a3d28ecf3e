"""Quiet hours: the part of the day in which a person wants no messages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

QUARTER = timedelta(minutes=15)
"""Local hours begin and end on quarters of an hour in UTC, since the offset of every zone is a multiple of a
quarter."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From the start of one hour of the local day to the start of another; 22 and 7 go over midnight."""

    begins: int
    ends: int
    zone: tzinfo

    def hold(self, instant: datetime) -> bool:
        """Whether the instant is within the quiet hours, by its local hour."""
        hour = instant.astimezone(self.zone).hour
        if self.begins <= self.ends:
            return self.begins <= hour < self.ends
        return hour >= self.begins or hour < self.ends

    def end_after(self, instant: datetime) -> datetime:
        """Returns the first instant, this one or later, that is outside the quiet hours."""
        if not self.hold(instant):
            return instant
        at = _floor(instant) + QUARTER
        while self.hold(at):
            at += QUARTER
        return at

    def begin_before(self, instant: datetime) -> datetime:
        """Returns when the quiet hours around this instant began. The instant must be within them."""
        at = _floor(instant)
        while self.hold(at - QUARTER):
            at -= QUARTER
        return at


def _floor(instant: datetime) -> datetime:
    utc = instant.astimezone(UTC)
    return utc - timedelta(minutes=utc.minute % 15, seconds=utc.second, microseconds=utc.microsecond)
