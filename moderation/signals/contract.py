"""The contract of a signal. `registry` finds the signals."""

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
"""How far back signals look."""
MOST = 20
"""The most rows of one signal."""
OPPONENT = Q(game__seats__side=1 - F("side"))
"""For a query of seats: makes `game__seats` the seat of the opponent, so that each game counts once."""


MOST_TIMES = 3
"""A figure weighs at most this many times its threshold, so that a signal does not outrank all others only by a large
number."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding: the people it is about, the numbers behind it, and the games to judge it by."""

    people: tuple[User, ...]
    numbers: Said
    weight: float
    """How grave it is, from 0 (curious) to 30 (look at once). See `weigh`."""
    at: datetime
    """When it last happened. It weighs less with each day since then."""
    games: tuple[int, ...] = ()
    figure: float = 1
    """The number behind it. A dismissed finding comes back once this has grown by half."""


class Row(NamedTuple):
    """What `name_people` turns into a Found. It has ids in place of people."""

    ids: tuple[int, ...]
    numbers: Said
    weight: float
    at: datetime
    figure: float = 1


class Signal(ABC):
    """A signal. Its file in `kinds/` defines a subclass, and assigns an instance to `kind`."""

    label: ClassVar[StrOrPromise]
    explanation: ClassVar[StrOrPromise | Said]
    order: ClassVar[int] = 50

    @property
    def name(self) -> str:
        """The name of the signal's file."""
        return type(self).__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, *, now: datetime) -> list[Found]:
        """Returns the findings, the most striking first. The number of queries is fixed."""


def name_people(rows: Iterable[Row]) -> list[Found]:
    """Turns rows into findings, with people in place of ids. Makes one query."""
    rows = list(rows)
    people = User.objects.in_bulk({pk for row in rows for pk in row.ids})
    return [
        Found(tuple(people[pk] for pk in row.ids if pk in people), row.numbers, row.weight, row.at, figure=row.figure)
        for row in rows
    ]


def weigh(gravity: float, figure: float, *, at_least: float) -> float:
    """Multiplies the gravity of a signal, from 1 to 10, with how many times its figure has reached its threshold."""
    return gravity * min(figure / at_least, MOST_TIMES)
