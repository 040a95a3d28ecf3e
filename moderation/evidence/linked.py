"""Accounts that may belong to one person: what they share, and what staff have decided about each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.conduct import sightings
from accounts.models import Restriction, Sighting, User

TOLD = (Restriction.Kind.SUSPENDED, Restriction.Kind.MUTED)
"""The restrictions that are told of an account beside its name."""


@dataclass(frozen=True, slots=True)
class Linked:
    """An account that shares a place or a device with another, and its state, such as “suspended until 3 May 2026”."""

    user: User
    places: int
    devices: int
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A kind of thing that two accounts share: how many of them, and when each account was seen with one of them, the
    first and the last time."""

    label: str
    number: int
    one: tuple[datetime, datetime]
    other: tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two accounts side by side. Nobody sees which places and devices they share, only how many."""

    other: User
    states: tuple[str, ...]
    seen: tuple[Seen, ...]


def list_linked(person: User, *, now: datetime) -> list[Linked]:
    """The accounts that share a place or a device with this one, with their states; three queries."""
    shared = sightings.list_shared(person)
    states = tell_states([each.user for each in shared], now=now)
    return [Linked(each.user, each.places, each.devices, states[each.user.pk]) for each in shared]


def tell_states(people: Collection[User], *, now: datetime) -> dict[int, tuple[str, ...]]:
    """What is told of each of these accounts, by id: suspended, muted, closed; one query."""
    told: dict[int, list[str]] = {each.pk: [] for each in people}
    laid = Restriction.objects.standing(now).filter(user__in=told, kind__in=TOLD) if told else ()
    for restriction in laid:
        until = f"until {restriction.until_at:%-d %B %Y}" if restriction.until_at else "for good"
        told[restriction.user_id].append(f"{restriction.kind} {until}")
    for each in people:
        if not each.is_active:
            told[each.pk].append("closed")
    return {pk: tuple(sorted(states, reverse=True)) for pk, states in told.items()}


def compare(one: User, other: User, *, now: datetime) -> Compared:
    """What two accounts share; two queries."""
    rows = Sighting.objects.filter(user__in=[one, other]).values_list("user_id", "kind", "key", "first_at", "last_at")
    found: dict[tuple[str, str], dict[int, tuple[datetime, datetime]]] = {}
    for user, kind, key, first_at, last_at in rows:
        found.setdefault((kind, key), {})[user] = (first_at, last_at)
    seen = []
    for kind in (Sighting.Kind.DEVICE, Sighting.Kind.PLACE):
        shared = [each for (of, _), each in found.items() if of == kind and len(each) > 1]
        if shared:
            spans = (_span([each[user.pk] for each in shared]) for user in (one, other))
            seen.append(Seen(kind.label, len(shared), *spans))
    return Compared(other, tell_states([other], now=now)[other.pk], tuple(seen))


def _span(times: Collection[tuple[datetime, datetime]]) -> tuple[datetime, datetime]:
    return min(first for first, _ in times), max(last for _, last in times)
