"""What the account of times is told of players, and what it holds against the site."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


class Home(Protocol):
    """Of a player: the weekend and zone that they have now ("" for no weekend)."""

    @property
    def weekend(self) -> str: ...
    @property
    def zone(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Judged:
    """A deadline as the site had it after something had happened, and as it was to be."""

    game: int
    at: datetime
    what: str
    stored: datetime | None
    expected: datetime


@dataclass(frozen=True, slots=True)
class Seen:
    """How much vacation the site said that somebody had, and how much they have."""

    user: int
    at: datetime
    held: timedelta
    expected: timedelta
