"""Finds people who lost many games on time lately."""

from datetime import datetime

from django.db.models import Count, F, Max, Q
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games.models import Seat
from moderation.signals.contract import MOST, SINCE, Found, Row, Signal, name_people, weigh

AT_LEAST = 5
GRAVITY = 2
LOST = Sentence("lost", "{lost} of {games} lost on time")


class TimeOuts(Signal):
    label = _("Many games lost on time")
    explanation = _("Illness looks the same; a lost interest, too.")
    order = 40

    def find(self, *, now: datetime) -> list[Found]:
        on_time = Q(game__termination="time", game__winner=1 - F("side"))
        ended = Seat.objects.filter(game__ended_at__gt=now - SINCE).values_list("user")
        counted = ended.annotate(lost=Count("pk", filter=on_time), games=Count("pk"))
        found = counted.annotate(last=Max("game__ended_at", filter=on_time)).filter(lost__gte=AT_LEAST)
        return name_people(
            Row((user,), LOST(lost=lost, games=games), weigh(GRAVITY, lost, at_least=AT_LEAST), last, lost)
            for user, lost, games, last in found.order_by("-lost")[:MOST]
        )


kind = TimeOuts()
