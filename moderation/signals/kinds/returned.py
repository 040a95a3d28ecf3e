"""Finds new accounts that share the address and a device with a suspended person, even if the two never played."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, Sighting, User
from core.words import LONG_DAY, Sentence, tell_day
from moderation.signals.contract import MOST, SINCE, Found, Row, Signal, name_people, weigh

GRAVITY = 10
JOINED = Sentence("joined", "joined {day}; {n} thing shared", "joined {day}; {n} things shared", "n")
SUSPENDED = 300
"""The most suspended people that are looked at. These are the ones suspended last."""
CROWD = 6
"""A place or device of more accounts than this belongs to a school or a provider, and says nothing."""
Seen = dict[tuple[str, str], list[int]]
"""The users who were seen with each place and device."""


class Returned(Signal):
    label = _("A new account with a device and the address of somebody suspended")
    explanation = _("Brothers and sisters share both. The new account comes first; the two need not have played.")
    order = 5

    def find(self, *, now: datetime) -> list[Found]:
        laid = Restriction.objects.standing(now).filter(kind=Restriction.Kind.SUSPENDED).order_by("-from_at")
        suspended = dict(laid.values_list("user_id", "user__date_joined")[:SUSPENDED])
        theirs = find_seen(set(suspended))
        joined, new = find_new(theirs, now=now)
        rows = []
        for (one, other), kinds in pair_up(new, theirs).items():
            if joined[one] > suspended[other] and len(kinds.keys() & {*Sighting.Kind}) > 1:
                number = sum(kinds.values())
                told = JOINED(n=number, day=tell_day(joined[one], form=LONG_DAY))
                rows.append(Row((one, other), told, weigh(GRAVITY, number, at_least=2), joined[one], number))
        return name_people(sorted(rows, key=lambda row: row.at, reverse=True)[:MOST])


def find_seen(people: set[int]) -> Seen:
    """Returns the places and devices of these people. Makes one query."""
    seen: Seen = {}
    for kind, key, user in Sighting.objects.filter(user__in=people).values_list("kind", "key", "user_id"):
        seen.setdefault((kind, key), []).append(user)
    return seen


def find_new(theirs: Seen, *, now: datetime) -> tuple[dict[int, datetime], Seen]:
    """Finds the accounts that joined lately and share a place or a device with `theirs`, except those of a crowd.
    Returns when each joined, and which new accounts were seen with each place and device. Makes one query."""
    at = Sighting.objects.filter(kind__in=Sighting.Kind.values, key__in={key for _, key in theirs})
    everybody: Seen = {}
    joined: dict[int, datetime] = {}
    columns = ("kind", "key", "user_id", "user__date_joined", "user__kind")
    for kind, key, user, joined_at, user_kind in at.values_list(*columns):
        everybody.setdefault((kind, key), []).append(user)
        if joined_at > now - SINCE and user_kind == User.Kind.PERSON:
            joined[user] = joined_at
    quiet = {thing: users for thing, users in everybody.items() if len(users) <= CROWD}
    return joined, {thing: [each for each in users if each in joined] for thing, users in quiet.items()}


def pair_up(new: Seen, theirs: Seen) -> dict[tuple[int, int], dict[str, int]]:
    """Counts, for each new account and each suspended one, how many things of each kind they share."""
    found: dict[tuple[int, int], dict[str, int]] = {}
    for thing, users in new.items():
        for one in users:
            for other in theirs.get(thing, ()):
                if one != other:
                    kinds = found.setdefault((one, other), {})
                    kinds[thing[0]] = kinds.get(thing[0], 0) + 1
    return found


kind = Returned()
