"""The vacation that players have, and when a day of it is used automatically: worked out from what they did.

As clocks.py it asks the site nothing. The figures and the rule are those that `/rules/time/` tells players: three days
at first, a day more every twelve, never above thirty; what is set is taken at once, and what is left of it when it is
ended comes back. When the time of a game runs out, a day is used if the game still allows vacation, the player wants
it and has a whole day at that instant, and each game whose time would run out within that day gets a day more, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.account.clocks import DAY, NOTHING, Clock

FIRST, MOST = 3 * DAY, 30 * DAY
EARNED_IN = 12
"""Days in which one is earned."""


@dataclass
class UsedDay:
    """A day that was used by itself, and the games that it has lengthened."""

    from_at: datetime
    games: set[int] = field(default_factory=set)

    def covers(self, at: datetime) -> bool:
        return self.from_at <= at < self.from_at + DAY


@dataclass
class Vacation:
    """The vacation of a player, counted up to `at`; `automatic` is whether they want days used by themselves.

    Of what is held we count the time in which it is earned, `worth`, so that nothing is ever rounded.
    """

    at: datetime
    automatic: bool = True
    worth: timedelta = FIRST * EARNED_IN
    used: list[UsedDay] = field(default_factory=list)

    def measure(self, now: datetime) -> timedelta:
        """What is held at an instant; what was earned since an earlier one is not taken away again."""
        return self._measure_worth(now) / EARNED_IN

    def take(self, amount: timedelta, *, now: datetime) -> None:
        self._keep(self._measure_worth(now) - amount * EARNED_IN, now)

    def give_back(self, amount: timedelta, *, now: datetime) -> None:
        self._keep(min(self._measure_worth(now) + amount * EARNED_IN, MOST * EARNED_IN), now)

    def _measure_worth(self, now: datetime) -> timedelta:
        return min(self.worth + max(now - self.at, NOTHING), MOST * EARNED_IN)

    def _keep(self, worth: timedelta, now: datetime) -> None:
        self.worth, self.at = worth, max(self.at, now)

    # --- Days used by themselves -------------------------------------------------------------------------------
    def use_days(self, turns: Mapping[int, Clock], *, now: datetime) -> None:
        """Uses the days that are due by now. `turns` are the clocks of all running games in which it is their turn.

        The deadlines that have come are looked at in their order, as if each were looked at when it came.
        """
        lost: set[int] = set()
        while due := [found for pk in turns if pk not in lost and (found := (turns[pk].find_deadline(), pk))[0] <= now]:
            at, game = min(due)
            if not self._use_day(game, turns, at=at, now=now):
                lost.add(game)

    def _use_day(self, game: int, turns: Mapping[int, Clock], *, at: datetime, now: datetime) -> bool:
        """Whether a game whose time has run out gets a day more: of one that is used already, or of a new one."""
        if turns[game].find_allowed() <= NOTHING:
            return False
        for day in self.used:
            if day.covers(at) and game not in day.games:
                self._lengthen(game, turns[game], day, now=now)
                return True
        if not self.automatic or self._measure_worth(at) < DAY * EARNED_IN:
            return False
        self.take(DAY, now=at)
        self.used.append(day := UsedDay(at))
        for pk, clock in turns.items():
            if day.covers(clock.find_deadline()):
                self._lengthen(pk, clock, day, now=now)
        return True

    def _lengthen(self, game: int, clock: Clock, day: UsedDay, *, now: datetime) -> None:
        if clock.find_allowed() > NOTHING:
            clock.use_day(now)
            day.games.add(game)


def pick_turns(clocks: Mapping[int, Clock], user: int) -> dict[int, Clock]:
    """Those of the running games in which it is a player's turn, in the order of their numbers."""
    return {pk: clocks[pk] for pk in sorted(clocks) if clocks[pk].seats[clocks[pk].mover].user == user}
