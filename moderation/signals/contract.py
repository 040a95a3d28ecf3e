"""What a signal says of itself; `registry` finds it by its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from django.db.models import F, Q

from accounts.models import User
from core.words import Said

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SINCE = timedelta(days=90)
"""So far back they look."""
MOST = 20
"""Rows of one signal."""
OPPONENT = Q(game__seats__side=1 - F("side"))
"""For a query of seats: it makes `game__seats` the seat of the opponent, so that each game counts once."""


MOST_TIMES = 3
"""A figure counts for so many times its threshold, at most: nothing outranks all others by its number alone."""


@dataclass(frozen=True, slots=True)
class Found:
    """Whom it is about, the numbers behind it, and the games by which it can be judged."""

    people: tuple[User, ...]
    numbers: Said
    weight: float
    """How grave it is, from 0 (curious) to 30 (look at once): see `weigh`."""
    at: datetime
    """When it last happened; it weighs less with each day since."""
    games: tuple[int, ...] = ()
    figure: float = 1
    """The number behind it. What was dismissed comes back once it has grown by half."""


class Row(NamedTuple):
    """What `name_people` makes a Found of: ids in place of people."""

    ids: tuple[int, ...]
    numbers: Said
    weight: float
    at: datetime
    figure: float = 1


class Signal(ABC):
    """A signal: a file of `kinds/` has a class of it, and one of that named `kind`."""

    label: ClassVar[StrOrPromise]
    explanation: ClassVar[StrOrPromise | Said]
    order: ClassVar[int] = 50

    @property
    def name(self) -> str:
        """The name of its file."""
        return type(self).__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, *, now: datetime) -> list[Found]:
        """The most striking first, in a fixed number of queries."""


def name_people(rows: Iterable[Row]) -> list[Found]:
    """The rows with their people in place of ids; one query."""
    rows = list(rows)
    people = User.objects.in_bulk({pk for row in rows for pk in row.ids})
    return [
        Found(tuple(people[pk] for pk in row.ids if pk in people), row.numbers, row.weight, row.at, figure=row.figure)
        for row in rows
    ]


def weigh(gravity: float, figure: float, *, at_least: float) -> float:
    """The gravity of a signal, from 1 to 10, as many times as its figure has reached its threshold."""
    return gravity * min(figure / at_least, MOST_TIMES)
