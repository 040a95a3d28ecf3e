"""People who lost many games on time lately."""

from datetime import datetime

from django.db.models import Count, F, Q

from games.models import Seat
from moderation.signals.contract import MOST, SINCE, Found, Signal, name_people

AT_LEAST = 5


class TimeOuts(Signal):
    label = "Many games lost on time"
    explanation = "Illness looks the same; a lost interest, too."
    order = 40

    def find(self, *, now: datetime) -> list[Found]:
        on_time = Q(game__termination="time", game__winner=1 - F("side"))
        ended = Seat.objects.filter(game__ended_at__gt=now - SINCE).values_list("user")
        found = ended.annotate(lost=Count("pk", filter=on_time), games=Count("pk")).filter(lost__gte=AT_LEAST)
        rows = found.order_by("-lost")[:MOST]
        return name_people(((user,), f"{lost} of {games} lost on time") for user, lost, games in rows)


kind = TimeOuts()
