"""Finds people who have stopped visiting and leave games unfinished."""

from datetime import datetime, timedelta

from django.db.models import Count, F, Q
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games.models import Seat
from moderation.signals.contract import MOST, Found, Row, Signal, name_people, weigh

AWAY = timedelta(days=14)
AT_LEAST = 3
GRAVITY = 1
EXPLANATION = Sentence(
    "leaving", "No visit for {days} days, and it is their turn. The clocks settle these by themselves."
)
WAITING = Sentence("waiting", "{n} game waiting", "{n} games waiting", "n")


class Leaving(Signal):
    label = _("Away, with unfinished games")
    explanation = EXPLANATION(days=AWAY.days)
    order = 50

    def find(self, *, now: datetime) -> list[Found]:
        away = Q(user__last_visit_at__lt=now - AWAY, user__is_active=True)
        waiting = Seat.objects.filter(away, game__ended_at=None, game__side_to_move=F("side"))
        counted = waiting.values_list("user", "user__last_visit_at").annotate(games=Count("pk"))
        rows = counted.filter(games__gte=AT_LEAST).order_by("-games")[:MOST]
        return name_people(self.tell(*row) for row in rows)

    def tell(self, user: int, last_visit_at: datetime, games: int) -> Row:
        told, weight = WAITING(n=games), weigh(GRAVITY, games, at_least=AT_LEAST)
        return Row((user,), told, weight, last_visit_at + AWAY, games)


kind = Leaving()
