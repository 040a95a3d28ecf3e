"""People who have stopped coming and leave games unfinished."""

from datetime import datetime, timedelta

from django.db.models import Count, F, Q

from games.models import Seat
from moderation.signals.contract import MOST, Found, Signal, count, name_people

AWAY = timedelta(days=14)
AT_LEAST = 3


class Leaving(Signal):
    label = "Away, with unfinished games"
    explanation = f"No visit for {AWAY.days} days, and it is their turn. The clocks settle these by themselves."
    order = 50

    def find(self, *, now: datetime) -> list[Found]:
        away = Q(user__last_visit_at__lt=now - AWAY, user__is_active=True)
        waiting = Seat.objects.filter(away, game__ended_at=None, game__side_to_move=F("side"))
        rows = waiting.values_list("user").annotate(games=Count("pk")).filter(games__gte=AT_LEAST).order_by("-games")
        return name_people(((user,), f"{count(games, 'game')} waiting") for user, games in rows[:MOST])


kind = Leaving()
