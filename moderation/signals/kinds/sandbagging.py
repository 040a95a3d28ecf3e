"""Finds people who lost many rating points in short games."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Max, Sum
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from moderation.signals.contract import MOST, Found, Row, Signal, name_people, weigh
from moderation.signals.points import CHANGE, FELL, count_sharing, list_counted

PLIES = 20
WITHIN = timedelta(days=30)
AT_LEAST = 150
GAMES = 3
"""The fewest games. In fewer, newcomers lose as much: the first loss of one against another costs 162 points."""
GRAVITY = 3
SHARING = 2
"""Multiplies the gravity if others share an address or a device with this person."""
LOST = Sentence(
    "lost",
    "lost {points} points in {n} game; accounts with the same address or device: {others}",
    "lost {points} points in {n} games; accounts with the same address or device: {others}",
    "n",
)
EXPLANATION = Sentence(
    "sandbagging",
    "In three rated games or more of fewer than {plies} turns, within {days} days. Beginners lose so, too: see whether"
    " they play on where they are strong.",
)


class Sandbagging(Signal):
    label = _("Rating points lost in short games")
    explanation = EXPLANATION(plies=PLIES, days=WITHIN.days)
    order = 35

    def find(self, *, now: datetime) -> list[Found]:
        short = list_counted(now=now, within=WITHIN).filter(FELL, game__ply__lt=PLIES).values_list("user")
        summed = short.annotate(points=-Sum(CHANGE), games=Count("pk"), last=Max("ended_at"))
        found = list(summed.filter(points__gte=AT_LEAST, games__gte=GAMES).order_by("-points")[:MOST])
        sharing = count_sharing([row[0] for row in found], now=now)
        return name_people(self.tell(row, sharing[row[0]]) for row in found)

    def tell(self, found: tuple[int, float, int, datetime], others: int) -> Row:
        user, points, games, last = found
        told = LOST(points=int(points), n=games, others=others)
        weight = weigh(GRAVITY * (SHARING if others else 1), points, at_least=AT_LEAST)
        return Row((user,), told, weight, last, points)


kind = Sandbagging()
