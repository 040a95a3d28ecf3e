"""What an outage gives to a turn, by what `/rules/time/` tells players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.account.clocks import DAY, NOTHING

HOUR = timedelta(hours=1)
GRACE = timedelta(minutes=1)
AT_LEAST, SOON = 12 * HOUR, 2 * HOUR
"""What a deadline gets that falls into an outage, or so soon after it."""
MOST_BEYOND, BEYOND_IN = 24 * HOUR, 30 * DAY
"""So much that gives a game beyond the lengths of the outages of the pages, within so long."""


@dataclass(frozen=True, slots=True)
class Lost:
    """An outage as the site took it for: from when until when, and whether it was of the mail."""

    from_at: datetime
    until_at: datetime
    of_mail: bool


def find_loss(lost: Lost, *, began: datetime, deadline: datetime, most_beyond: timedelta) -> timedelta:
    """What an outage took from a turn, or the least that is given where it ends soon after it.

    That is at most `most_beyond` more than an outage of the pages lasted.
    """
    if deadline < lost.from_at - GRACE or began >= lost.until_at:
        return NOTHING
    length = lost.until_at - max(began, lost.from_at)
    if lost.of_mail:
        return max(length, AT_LEAST) if deadline <= max(lost.from_at + DAY, lost.until_at + SOON) else NOTHING
    if deadline > lost.until_at + SOON:
        return length
    return max(length, min(AT_LEAST, lost.until_at - lost.from_at + max(most_beyond, NOTHING)))
