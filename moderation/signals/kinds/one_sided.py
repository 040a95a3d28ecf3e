"""Finds pairs in which one wins nearly all games."""

from datetime import datetime

from django.db.models import Count, F, Max, Q
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games.models import Seat
from moderation.signals.contract import MOST, OPPONENT, SINCE, Found, Row, Signal, name_people, weigh

AT_LEAST = 8
SHARE = 0.9
GRAVITY = 4
WON = Sentence("won", "won {won} of {games}")


class OneSided(Signal):
    label = _("One wins nearly all their games")
    explanation = _("A strong player and a faithful opponent look the same.")
    order = 25

    def find(self, *, now: datetime) -> list[Found]:
        ended = Seat.objects.filter(OPPONENT, game__ended_at__gt=now - SINCE)
        pairs = (
            ended.values_list("user", "game__seats__user")
            .annotate(games=Count("game"), won=Count("game", filter=Q(game__winner=F("side"))))
            .annotate(last=Max("game__ended_at"))
            .filter(games__gte=AT_LEAST, won__gte=F("games") * SHARE)
            .order_by("-games")
        )
        return name_people(
            Row((one, other), WON(won=won, games=games), weigh(GRAVITY, games, at_least=AT_LEAST), last, won)
            for one, other, games, won, last in pairs[:MOST]
        )


kind = OneSided()
