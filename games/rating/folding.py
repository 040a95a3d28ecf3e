"""Folds the games that count into a rating: pure but for the shape of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from engine import glicko
from games.models.rating import count_weeks

COLUMNS = ("pk", "ended_at", "game_id", "opponent_rating", "opponent_deviation", "score")
"""The columns of an entry from which its rating is computed."""
COMPUTED = (
    "before_rating",
    "before_deviation",
    "before_volatility",
    "weeks",
    "rating",
    "deviation",
    "volatility",
)
"""The columns that are computed."""


class Step(NamedTuple):
    """An entry that counts, as read from its columns."""

    pk: int | None
    """None for one that is not stored yet."""
    ended_at: datetime
    game_id: int
    opponent_rating: float
    opponent_deviation: float
    score: float
    stored: tuple[float | None, ...] = ()
    """The computed columns as they are stored."""

    @property
    def key(self) -> tuple[datetime, int]:
        return self.ended_at, self.game_id


class Folded(NamedTuple):
    """What an entry comes to."""

    step: Step
    before: glicko.Rating
    weeks: float
    after: glicko.Rating

    @property
    def computed(self) -> tuple[float, ...]:
        """In the order of `COMPUTED`."""
        return (*self.before, self.weeks, *self.after)


def fold(steps: Iterable[Step], *, start: glicko.Rating = glicko.START, at: datetime | None = None) -> Iterator[Folded]:
    """What these entries, in their order, make of a rating whose last game ended `at`."""
    value = start
    for step in steps:
        before, weeks = value, count_weeks(at, step.ended_at)
        result = glicko.Result(step.opponent_rating, step.opponent_deviation, step.score)
        value, at = glicko.rate(before, [result], weeks), step.ended_at
        yield Folded(step, before, weeks, value)
