"""Finds pairs of accounts that share an address or a device, and play each other."""

from datetime import datetime
from itertools import combinations

from django.db.models import Count, F, Max
from django.utils.translation import gettext_lazy as _

from accounts.models import Sighting
from core.words import Sentence
from games.models import Seat
from moderation.signals.contract import MOST, OPPONENT, SINCE, Found, Row, Signal, name_people, weigh

GRAVITY = 8
PLAYED = Sentence(
    "played", "{n} game against each other; {shared} shared", "{n} games against each other; {shared} shared", "n"
)
KEYS = 200
"""The most places and devices of several people that are looked at. These are the ones with the most people."""
CROWD = 6
"""A place of more accounts than this belongs to a school or a provider, and says nothing."""
Pair = tuple[int, int]


class Shared(Signal):
    label = _("They share an address or a device, and play each other")
    explanation = _("A family, a club or a school does, too.")
    order = 10

    def find(self, *, now: datetime) -> list[Found]:
        shared = find_pairs(now=now)
        played = count_games({user for pair in shared for user in pair}, now=now)
        rows = []
        for pair, number in shared.items():
            games, last = played.get(pair, (0, now))
            if games:
                told = PLAYED(n=games, shared=number)
                rows.append(Row(pair, told, weigh(GRAVITY, number, at_least=1), last, games + number))
        return name_people(sorted(rows, key=lambda row: -played[row.ids][0])[:MOST])


def find_pairs(*, now: datetime) -> dict[Pair, int]:
    """Returns pairs of users, with the lower id first, and how many places and devices they share. Makes two
    queries."""
    lately = Sighting.objects.filter(last_at__gt=now - SINCE)
    several = lately.values("key").annotate(people=Count("user")).filter(people__gt=1, people__lte=CROWD)
    keys = list(several.order_by("-people").values_list("key", flat=True)[:KEYS])
    people: dict[str, set[int]] = {}
    for key, user in lately.filter(key__in=keys).values_list("key", "user"):
        people.setdefault(key, set()).add(user)
    found: dict[Pair, int] = {}
    for users in people.values():
        for pair in combinations(sorted(users), 2):
            found[pair] = found.get(pair, 0) + 1
    return found


def count_games(users: set[int], *, now: datetime) -> dict[tuple[int, ...], tuple[int, datetime]]:
    """Returns how many games each pair of these users started lately, and when they started the last one. Makes one
    query."""
    theirs = {"user__in": users, "game__seats__user__in": users, "game__seats__user__gt": F("user")}
    lately = Seat.objects.filter(OPPONENT, game__started_at__gt=now - SINCE, **theirs)
    rows = lately.values_list("user", "game__seats__user")
    counted = rows.annotate(number=Count("game"), last=Max("game__started_at")).order_by()
    return {(one, other): (number, last) for one, other, number, last in counted}


kind = Shared()
