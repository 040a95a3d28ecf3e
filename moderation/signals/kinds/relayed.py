"""Finds games against a computer in which a player replayed a running game between people."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from computers.models import Relay
from core.words import Sentence
from games.models import Seat
from moderation.signals.contract import MOST, SINCE, Found, Signal

GRAVITY = 7
RELAYED = Sentence("relayed", "a game against a computer went as a running one")


class Relayed(Signal):
    label = _("A running game, played over against a computer")
    explanation = _(
        "Three positions in a row were the same, or mirrored. The computer waited; games that began alike may coincide."
    )
    order = 20

    def find(self, *, now: datetime) -> list[Found]:
        relays = list(Relay.objects.filter(found_at__gt=now - SINCE).order_by("-found_at")[:MOST])
        seats = Seat.objects.filter(game__in=[relay.game_id for relay in relays])
        players = seats.exclude(user__kind=User.Kind.COMPUTER)
        people = {seat.game_id: seat.user for seat in players.select_related("user")}
        return [
            Found((people[relay.game_id],), RELAYED(), GRAVITY, relay.found_at, (relay.game_id, relay.running_id))
            for relay in relays
            if relay.game_id in people
        ]


kind = Relayed()
