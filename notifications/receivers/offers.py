"""News of what a player offers the other within a game."""

from typing import Any

from django.dispatch import receiver

from games import events
from games.engine.contract import Side
from games.models import Seat
from games.play.offers import registry
from notifications.delivery.writing import make, write
from notifications.models import Kind


@receiver(events.offer_made)
def on_offer_made(*, game_id: int, revision: int, side: Side, offer: str, **_: Any) -> None:
    _tell(Kind.OFFER_MADE, game_id=game_id, revision=revision, side=side.other, offer=offer)


@receiver(events.offer_declined)
def on_offer_declined(*, game_id: int, revision: int, side: Side, offer: str, **_: Any) -> None:
    """Whoever plays on declines too, but then the turn is the news."""
    if registry.get(offer).declined:
        _tell(Kind.OFFER_DECLINED, game_id=game_id, revision=revision, side=side.other, offer=offer)


def _tell(kind: Kind, *, game_id: int, revision: int, side: Side, offer: str) -> None:
    reader = Seat.objects.values_list("user_id", flat=True).get(game_id=game_id, side=side)
    payload = {"game": game_id, "offer": offer}
    write(make(kind, key=f"offer:{game_id}:{revision}", recipient_id=reader, payload=payload))
