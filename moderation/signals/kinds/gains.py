"""Finds pairs in which one has gained many rating points from the other."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Max, Sum
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from moderation.signals.contract import MOST, Found, Row, Signal, name_people, weigh
from moderation.signals.points import CHANGE, OPPONENT, count_shared, list_counted

AT_LEAST = 100
GAMES = 3
"""The fewest games. In fewer, newcomers gain as much: the first win of one against another is worth 162 points."""
GRAVITY = 4
SHARING = 2
"""Multiplies the gravity if the two share an address or a device."""
GAINED = Sentence(
    "gained",
    "gained {points} points in {n} game against each other; {shared} shared",
    "gained {points} points in {n} games against each other; {shared} shared",
    "n",
)


class Gains(Signal):
    label = _("One gains rating points from the other")
    explanation = _(
        "In three rated games or more. A strong player and a faithful opponent look the same. Who gains comes first;"
        " shared are addresses and devices."
    )
    order = 12

    def find(self, *, now: datetime) -> list[Found]:
        pairs = list_counted(now=now).filter(OPPONENT).values_list("user", "game__rating_entries__user")
        summed = pairs.annotate(points=Sum(CHANGE), games=Count("pk"), last=Max("ended_at"))
        found = list(summed.filter(points__gte=AT_LEAST, games__gte=GAMES).order_by("-points")[:MOST])
        shared = count_shared([(one, other) for one, other, *_ in found], now=now)
        return name_people(self.tell(row, shared[row[0], row[1]]) for row in found)

    def tell(self, found: tuple[int, int, float, int, datetime], shared: int) -> Row:
        one, other, points, games, last = found
        told = GAINED(points=int(points), n=games, shared=shared)
        weight = weigh(GRAVITY * (SHARING if shared else 1), points, at_least=AT_LEAST)
        return Row((one, other), told, weight, last, points)


kind = Gains()
