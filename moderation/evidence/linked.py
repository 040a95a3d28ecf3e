"""Accounts that may belong to one person: what they share, and what staff have decided about each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.conduct import sightings
from accounts.models import Restriction, Sighting, User
from core.words import LONG_DAY, Said, tell_day
from moderation.words import decisions as words

TOLD = {
    Restriction.Kind.SUSPENDED: (words.SUSPENDED_UNTIL, words.SUSPENDED),
    Restriction.Kind.MUTED: (words.MUTED_UNTIL, words.MUTED),
}
"""The restrictions that are named next to an account, with the sentence for one that ends and for one that does not."""

SHARED = {Sighting.Kind.DEVICE: words.SHARED_DEVICES, Sighting.Kind.PLACE: words.SHARED_ADDRESSES}


@dataclass(frozen=True, slots=True)
class Linked:
    """An account that shares a place or a device with another, and its states, such as “suspended until 3 May 2026”."""

    user: User
    places: int
    devices: int
    states: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """How many things of one kind two accounts share, and when each account was first and last seen with one of
    them."""

    told: Said
    one: tuple[datetime, datetime]
    other: tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Compared:
    """What another account shares with a person's. Staff see how many places and devices that is, but not which."""

    other: User
    states: tuple[Said, ...]
    seen: tuple[Seen, ...]


def list_linked(person: User, *, now: datetime) -> list[Linked]:
    """Returns the accounts that share a place or a device with this one, with their states. Makes three queries."""
    shared = sightings.list_shared(person)
    states = tell_states([each.user for each in shared], now=now)
    return [Linked(each.user, each.places, each.devices, states[each.user.pk]) for each in shared]


def tell_states(people: Collection[User], *, now: datetime) -> dict[int, tuple[Said, ...]]:
    """Says, by id, which of these accounts are suspended, muted or closed. Makes one query."""
    told: dict[int, list[Said]] = {each.pk: [] for each in people}
    laid = Restriction.objects.standing(now).filter(user__in=told, kind__in=TOLD) if told else ()
    for restriction in laid:
        until, for_good = TOLD[Restriction.Kind(restriction.kind)]
        day = restriction.until_at and tell_day(restriction.until_at, form=LONG_DAY)
        told[restriction.user_id].append(until(day=day) if day else for_good())
    for each in people:
        if not each.is_active:
            told[each.pk].append(words.ACCOUNT_CLOSED())
    return {pk: tuple(sorted(states, key=str, reverse=True)) for pk, states in told.items()}


def compare(one: User, other: User, *, now: datetime) -> Compared:
    """Returns what two accounts share. Makes two queries."""
    rows = Sighting.objects.filter(user__in=[one, other]).values_list("user_id", "kind", "key", "first_at", "last_at")
    found: dict[tuple[str, str], dict[int, tuple[datetime, datetime]]] = {}
    for user, kind, key, first_at, last_at in rows:
        found.setdefault((kind, key), {})[user] = (first_at, last_at)
    seen = []
    for kind, sentence in SHARED.items():
        shared = [each for (of, _), each in found.items() if of == kind and len(each) > 1]
        if shared:
            spans = (_span([each[user.pk] for each in shared]) for user in (one, other))
            seen.append(Seen(sentence(n=len(shared)), *spans))
    return Compared(other, tell_states([other], now=now)[other.pk], tuple(seen))


def _span(times: Collection[tuple[datetime, datetime]]) -> tuple[datetime, datetime]:
    return min(first for first, _ in times), max(last for _, last in times)
