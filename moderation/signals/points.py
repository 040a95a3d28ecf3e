"""What the signals about ratings share: points as they are shown, and what two accounts have in common.

Only games that changed a rating and ended lately count. An index of games finds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from itertools import combinations

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Floor

from accounts.models import Sighting, User
from games.models import RatingEntry
from moderation.signals.contract import SINCE

CHANGE = Floor(F("rating") + 0.5) - Floor(F("before_rating") + 0.5)
"""How many points a game changed, as it is shown: halves are rounded up."""
ROSE, FELL = Q(rating__gt=F("before_rating")), Q(rating__lt=F("before_rating"))
OPPONENT = Q(game__rating_entries__user__gt=F("user")) | Q(game__rating_entries__user__lt=F("user"))
"""For a query of entries: makes `game__rating_entries` the entry of the opponent."""
CROWD = 6
"""A place or device of more accounts than this belongs to a school or a provider, and says nothing."""
Pair = tuple[int, int]


def list_counted(*, now: datetime, within: timedelta = SINCE) -> QuerySet[RatingEntry]:
    """Returns the rating entries of people for games that count and ended lately."""
    ended = RatingEntry.objects.counting().filter(game__ended_at__gt=now - within, user__kind=User.Kind.PERSON)
    return ended.order_by()


def count_shared(pairs: Collection[Pair], *, now: datetime) -> dict[Pair, int]:
    """Returns how many addresses and devices each of these pairs has shared lately. Makes two queries."""
    shared: dict[Pair, int] = dict.fromkeys(pairs, 0)
    for users in _find_seen({user for pair in pairs for user in pair}, now=now):
        for one, other in combinations(sorted(users), 2):
            for pair in ((one, other), (other, one)):
                if pair in shared:
                    shared[pair] += 1
    return shared


def count_sharing(users: Collection[int], *, now: datetime) -> dict[int, int]:
    """Returns with how many other accounts each of these has shared an address or a device lately. Makes two
    queries."""
    others: dict[int, set[int]] = {user: set() for user in users}
    for seen in _find_seen(users, now=now):
        for user in seen & others.keys():
            others[user] |= seen - {user}
    return {user: len(found) for user, found in others.items()}


def _find_seen(users: Iterable[int], *, now: datetime) -> list[set[int]]:
    """Returns who was seen lately at each address and with each device of these people, except places of a crowd."""
    lately = Sighting.objects.filter(last_at__gt=now - SINCE)
    theirs = lately.filter(user__in=list(users)).values("key")
    several = lately.filter(key__in=theirs).values("key").annotate(people=Count("user", distinct=True))
    keys = list(several.filter(people__gt=1, people__lte=CROWD).values_list("key", flat=True))
    found: dict[str, set[int]] = {}
    for key, user in lately.filter(key__in=keys).values_list("key", "user"):
        found.setdefault(key, set()).add(user)
    return list(found.values())
