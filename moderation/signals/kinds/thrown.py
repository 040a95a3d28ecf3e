"""Finds people who gave games to the same opponent within few turns."""

from datetime import datetime

from django.db.models import Count, F, Max, Q
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games.models import Seat
from moderation.signals.contract import MOST, OPPONENT, SINCE, Found, Row, Signal, name_people, weigh

TURNS = 6
AT_LEAST = 3
GRAVITY = 5
EXPLANATION = Sentence("thrown", "Resigned or lost within {turns} turns, to the same opponent.")
GIVEN_AWAY = Sentence("given_away", "{n} game given away", "{n} games given away", "n")


class Thrown(Signal):
    label = _("Games given away within few turns")
    explanation = EXPLANATION(turns=TURNS)
    order = 30

    def find(self, *, now: datetime) -> list[Found]:
        short = Q(game__ended_at__gt=now - SINCE, game__ply__lt=TURNS, game__winner=1 - F("side"))
        lost = Seat.objects.filter(OPPONENT, short).exclude(game__termination="time")
        pairs = lost.values_list("user", "game__seats__user").annotate(games=Count("game"), last=Max("game__ended_at"))
        found = pairs.filter(games__gte=AT_LEAST).order_by("-games")[:MOST]
        return name_people(self.tell(*row) for row in found)

    def tell(self, one: int, other: int, games: int, last: datetime) -> Row:
        told, weight = GIVEN_AWAY(n=games), weigh(GRAVITY, games, at_least=AT_LEAST)
        return Row((one, other), told, weight, last, games)


kind = Thrown()
