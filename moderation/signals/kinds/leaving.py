"""People who have stopped coming and leave games unfinished."""

from datetime import datetime, timedelta

from django.db.models import Count, F, Q

from games.models import Seat
from moderation.signals.contract import MOST, Found, Row, Signal, count, name_people, weigh

AWAY = timedelta(days=14)
AT_LEAST = 3
GRAVITY = 1


class Leaving(Signal):
    label = "Away, with unfinished games"
    explanation = f"No visit for {AWAY.days} days, and it is their turn. The clocks settle these by themselves."
    order = 50

    def find(self, *, now: datetime) -> list[Found]:
        away = Q(user__last_visit_at__lt=now - AWAY, user__is_active=True)
        waiting = Seat.objects.filter(away, game__ended_at=None, game__side_to_move=F("side"))
        counted = waiting.values_list("user", "user__last_visit_at").annotate(games=Count("pk"))
        rows = counted.filter(games__gte=AT_LEAST).order_by("-games")[:MOST]
        return name_people(self.tell(*row) for row in rows)

    def tell(self, user: int, last_visit_at: datetime, games: int) -> Row:
        told, weight = f"{count(games, 'game')} waiting", weigh(GRAVITY, games, at_least=AT_LEAST)
        return Row((user,), told, weight, last_visit_at + AWAY, games)


kind = Leaving()
