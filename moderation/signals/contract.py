"""What a signal says of itself; `registry` finds it by its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from django.db.models import F, Q

from accounts.models import User

SINCE = timedelta(days=90)
"""So far back they look."""
MOST = 20
"""Rows of one signal."""
OPPONENT = Q(game__seats__side=1 - F("side"))
"""For a query of seats: it makes `game__seats` the seat of the opponent, so that each game counts once."""


@dataclass(frozen=True, slots=True)
class Found:
    """Whom it is about, the numbers behind it, and the games by which it can be judged."""

    people: tuple[User, ...]
    numbers: str
    games: tuple[int, ...] = ()


class Signal(ABC):
    """A signal: a file of `kinds/` has a class of it, and one of that named `kind`."""

    label: ClassVar[str]
    explanation: ClassVar[str]
    order: ClassVar[int] = 50

    @property
    def name(self) -> str:
        """The name of its file."""
        return type(self).__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, *, now: datetime) -> list[Found]:
        """The most striking first, in a fixed number of queries."""


def name_people(rows: Iterable[tuple[tuple[int, ...], str]]) -> list[Found]:
    """The rows with their people in place of ids; one query."""
    rows = list(rows)
    people = User.objects.in_bulk({pk for ids, _ in rows for pk in ids})
    return [Found(tuple(people[pk] for pk in ids if pk in people), numbers) for ids, numbers in rows]


def count(number: int, noun: str) -> str:
    """Such as “3 games”."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
