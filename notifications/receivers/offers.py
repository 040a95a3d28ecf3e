"""News of what a player offers the other within a game."""

from typing import Any

from django.dispatch import receiver

from games import events
from games.engine.contract import Side
from games.models import Seat
from notifications.delivery.writing import make, write
from notifications.models import Kind


@receiver(events.draw_offered)
def on_draw_offered(*, game_id: int, revision: int, side: Side, **_: Any) -> None:
    _tell(Kind.DRAW_OFFERED, game_id=game_id, revision=revision, side=Side(side).other)


@receiver(events.draw_declined)
def on_draw_declined(*, game_id: int, revision: int, side: Side, **_: Any) -> None:
    """Whoever plays on declines too, but then the turn is the news."""
    _tell(Kind.DRAW_DECLINED, game_id=game_id, revision=revision, side=Side(side).other)


def _tell(kind: Kind, *, game_id: int, revision: int, side: Side) -> None:
    reader = Seat.objects.values_list("user_id", flat=True).get(game_id=game_id, side=side)
    write(make(kind, key=f"draw:{game_id}:{revision}", recipient_id=reader, payload={"game": game_id}))
