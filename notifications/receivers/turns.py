"""News of a game itself: whose turn it is, how long there is for it, that it is over."""

from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone

from games import events
from games.models import Seat
from notifications.delivery.writing import make, write
from notifications.models import Kind
from notifications.routing.readers import read_readers
from notifications.scheduling import reminders


@receiver(events.turn_started)
def on_turn_started(*, begun: events.Begun, revision: int, **_: Any) -> None:
    """The message waits a little: who sees the page may have answered by then."""
    mover = begun.mover_id
    readers = read_readers({mover}, kinds={Kind.YOUR_TURN})
    turn = make(
        Kind.YOUR_TURN,
        key=f"turn:{begun.game_id}:{revision}",
        recipient_id=mover,
        payload=describe_turn(begun),
        due_at=timezone.now() + settings.TURN_NOTICE_WAIT,
    )
    write(turn, readers=readers)
    reminders.begin_turn(begun, reader=readers[mover])


@receiver(events.deadline_moved)
def on_deadline_moved(*, game_id: int, **_: Any) -> None:
    reminders.plan_again([game_id])


@receiver(events.deadlines_moved)
def on_deadlines_moved(*, game_ids: list[int], **_: Any) -> None:
    reminders.plan_again(game_ids)


def describe_turn(begun: events.Begun) -> dict[str, Any]:
    """What tells this turn from every other. Not the revision: an offer of a draw raises it too."""
    return {"game": begun.game_id, "ply": begun.ply, "turn_started_at": begun.began_at.isoformat()}


@receiver(events.game_ended)
def on_game_ended(*, game_id: int, revision: int, **_: Any) -> None:
    reminders.end_game(game_id)
    key, payload = f"over:{game_id}:{revision}", {"game": game_id}
    players = Seat.objects.filter(game=game_id).values_list("user_id", flat=True)
    write(*(make(Kind.GAME_OVER, key=key, recipient_id=player, payload=payload) for player in players))
