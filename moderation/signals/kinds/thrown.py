"""Games that somebody gave to the same opponent within few turns."""

from datetime import datetime

from django.db.models import Count, F, Q

from games.models import Seat
from moderation.signals.contract import MOST, OPPONENT, SINCE, Found, Signal, count, name_people

TURNS = 6
AT_LEAST = 3


class Thrown(Signal):
    label = "Games given away within few turns"
    explanation = f"Resigned or lost within {TURNS} turns, to the same opponent."
    order = 30

    def find(self, *, now: datetime) -> list[Found]:
        short = Q(game__ended_at__gt=now - SINCE, game__ply__lt=TURNS, game__winner=1 - F("side"))
        lost = Seat.objects.filter(OPPONENT, short).exclude(game__termination="time")
        pairs = lost.values_list("user", "game__seats__user").annotate(games=Count("game"))
        found = pairs.filter(games__gte=AT_LEAST).order_by("-games")[:MOST]
        return name_people(((one, other), f"{count(games, 'game')} given away") for one, other, games in found)


kind = Thrown()
