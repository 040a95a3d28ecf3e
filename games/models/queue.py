"""The queue of a player's games: the place of each in it, computed in SQL alone, so that all lists agree.

What a player sets is stored on their seat. A skip or a snooze holds only for the turn in which it was set, and a
snoozed game comes back `MARGIN` before its deadline, wherever that has moved since.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db.models import Case, F, IntegerChoices, Q, Value, When

MARGIN = timedelta(hours=12)
"""This long before its deadline a game is never snoozed."""


class Place(IntegerChoices):
    """The place of a game in the queue, the first first."""

    PINNED = 0, "pinned"
    USUAL = 1, "in its turn"
    SKIPPED = 2, "skipped"
    SNOOZED = 3, "snoozed"


def find_place(seat: str, *, now: Any, latest: Any) -> Case:
    """The place of a game by what is stored on `seat`, the name of that relation; `latest` is `now` and `MARGIN`."""
    said = Q(**{f"{seat}__put_off_at__gte": F("turn_started_at")})
    sleeps = Q(**{f"{seat}__snoozed_until__gt": now}) & (Q(deadline_at=None) | Q(deadline_at__gt=latest))
    return Case(
        When(said & sleeps, then=Value(Place.SNOOZED.value)),
        When(said & Q(**{f"{seat}__snoozed_until": None}), then=Value(Place.SKIPPED.value)),
        When(Q(**{f"{seat}__pinned": True}), then=Value(Place.PINNED.value)),
        default=Value(Place.USUAL.value),
    )


class Running(Protocol):
    """What a game stores of its turn."""

    @property
    def turn_started_at(self) -> datetime: ...
    @property
    def deadline_at(self) -> datetime | None: ...


class Put(Protocol):
    """What a seat stores of how its player has put the game off."""

    @property
    def put_off_at(self) -> datetime | None: ...
    @property
    def snoozed_until(self) -> datetime | None: ...


@dataclass(frozen=True)
class PutOff:
    """That a game is skipped, or when a snoozed one comes back."""

    back_at: datetime | None


def find_put_off(game: Running, seat: Put, *, now: datetime) -> PutOff | None:
    """What `find_place` says for one game, in which it is the seat's turn; None where its place is the usual one."""
    if seat.put_off_at is None or seat.put_off_at < game.turn_started_at:
        return None
    if seat.snoozed_until is None:
        return PutOff(None)
    back_at = cut_snooze(seat.snoozed_until, deadline=game.deadline_at)
    return PutOff(back_at) if back_at > now else None


def cut_snooze(until: datetime, *, deadline: datetime | None) -> datetime:
    """When a game that is snoozed until then really comes back."""
    return until if deadline is None else min(until, deadline - MARGIN)
