"""How much vacation a player has: earned steadily up to a cap, taken at once, given back where it was not used."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

DAY = timedelta(days=1)
FIRST = 3 * DAY
"""Given when a player first confirms an email address."""
MOST = 30 * DAY
EARNED_IN = 12
"""Days in which one day of vacation is earned: 30 a year."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The vacation a player had at an instant. While `counted_at` is None, nothing was granted yet and nothing is
    earned."""

    amount: timedelta
    counted_at: datetime | None

    def at(self, now: datetime) -> timedelta:
        """The balance at `now`. For an instant before `counted_at` it is what was counted then."""
        if self.counted_at is None:
            return self.amount
        earned = max(now - self.counted_at, timedelta()) // EARNED_IN
        return max(self.amount, min(self.amount + earned, MOST))

    def take(self, amount: timedelta, *, now: datetime) -> Balance:
        """The balance after `amount` is taken, which must not be more than there is."""
        return Balance(self.at(now) - amount, self._latest(now))

    def give(self, amount: timedelta, *, now: datetime) -> Balance:
        """The balance after `amount` is given: never above the cap."""
        return Balance(min(self.at(now) + amount, MOST), self._latest(now))

    def _latest(self, now: datetime) -> datetime:
        return max(now, self.counted_at or now)
