"""Finds new accounts that got most of their rating points from one opponent."""

from __future__ import annotations

import math
from datetime import datetime

from django.db.models import Count, Max, Sum
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from moderation.signals.contract import MOST, SINCE, Found, Row, Signal, name_people, weigh
from moderation.signals.points import CHANGE, OPPONENT, ROSE, count_shared, list_counted

SHARE = 0.6
GAMES = 5
"""The fewest rated games of the account. In fewer, most points come from one opponent anyway."""
AT_LEAST = 50
"""The fewest points from that opponent."""
WON = 2
"""The fewest games won or drawn against that opponent. A new player's first win alone is worth very many points."""
LOOKED_AT = 300
"""The most pairs that are looked at. These are the ones with the most points."""
GRAVITY = 5
SHARING = 2
"""Multiplies the gravity if the two share an address or a device."""
POINTS = Sentence(
    "points",
    "{points} of {all} points gained come from one opponent, in {n} game; {shared} shared",
    "{points} of {all} points gained come from one opponent, in {n} games; {shared} shared",
    "n",
)


class Fed(Signal):
    label = _("A new account with most points from one opponent")
    explanation = _(
        "Six in ten of all points it has gained, in five rated games or more. Two friends who begin together look the"
        " same. The new account comes first; shared are addresses and devices."
    )
    order = 13

    def find(self, *, now: datetime) -> list[Found]:
        new = list_counted(now=now).filter(user__date_joined__gt=now - SINCE)
        pairs = new.filter(OPPONENT, ROSE).values_list("user", "game__rating_entries__user")
        summed = pairs.annotate(points=Sum(CHANGE), games=Count("pk"), last=Max("ended_at"))
        rows = list(summed.filter(games__gte=WON, points__gte=AT_LEAST).order_by("-points")[:LOOKED_AT])
        theirs = new.filter(user__in=[user for user, *_ in rows]).values_list("user")
        counted = theirs.annotate(points=Sum(CHANGE, filter=ROSE), games=Count("pk")).filter(games__gte=GAMES)
        totals = {user: points for user, points, _ in counted}
        found = [row for row in rows if row[2] >= SHARE * totals.get(row[0], math.inf)][:MOST]
        shared = count_shared([(one, other) for one, other, *_ in found], now=now)
        return name_people(self.tell(row, totals[row[0]], shared[row[0], row[1]]) for row in found)

    def tell(self, found: tuple[int, int, float, int, datetime], total: float, shared: int) -> Row:
        one, other, points, games, last = found
        told = POINTS(points=int(points), all=int(total), n=games, shared=shared)
        weight = weigh(GRAVITY * (SHARING if shared else 1), points / total, at_least=SHARE)
        return Row((one, other), told, weight, last, points)


kind = Fed()
