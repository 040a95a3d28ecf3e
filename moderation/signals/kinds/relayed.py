"""Games against a computer in which a running game between people was played over."""

from datetime import datetime

from accounts.models import User
from computers.models import Relay
from games.models import Seat
from moderation.signals.contract import MOST, SINCE, Found, Signal


class Relayed(Signal):
    label = "A running game, played over against a computer"
    explanation = (
        "Three positions in a row were the same, or mirrored. The computer waited; games that began alike may coincide."
    )
    order = 20

    def find(self, *, now: datetime) -> list[Found]:
        relays = Relay.objects.filter(found_at__gt=now - SINCE).order_by("-found_at")[:MOST]
        games = [(relay.game_id, relay.running_id) for relay in relays]
        players = Seat.objects.filter(game__in=[game for game, _ in games]).exclude(user__kind=User.Kind.COMPUTER)
        people = {seat.game_id: seat.user for seat in players.select_related("user")}
        told = "a game against a computer went as a running one"
        return [Found((people[pair[0]],), told, pair) for pair in games if pair[0] in people]


kind = Relayed()
