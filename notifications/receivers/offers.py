"""News of what a player offers the other within a game."""

from typing import Any

from django.dispatch import receiver

from games import events
from games.engine.contract import Side
from games.models import Seat
from notifications.models import Kind
from notifications.receivers.writing import make, write


@receiver(events.draw_offered)
def on_draw_offered(*, game_id: int, revision: int, side: Side, **_: Any) -> None:
    asked = Seat.objects.get(game_id=game_id, side=Side(side).other).user_id
    write(make(Kind.DRAW_OFFERED, key=f"draw:{game_id}:{revision}", recipient_id=asked, payload={"game": game_id}))
