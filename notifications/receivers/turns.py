"""News of a game itself: whose turn it is, how long there is for it, that it is over."""

from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from accounts.formed import FormedQuery
from games import events
from games.models import Game, Seat
from notifications.models import Kind
from notifications.readers import read_readers
from notifications.receivers.reminders import make_reminders, renew_reminders
from notifications.receivers.writing import make, write

__all__ = ["renew_reminders"]


@receiver(events.turn_started)
def on_turn_started(*, game_id: int, revision: int, **_: Any) -> None:
    """The message waits a little: who sees the page may have answered by then."""
    game, mover = find_mover(game_id)
    readers = read_readers({mover}, kinds={Kind.YOUR_TURN, Kind.DEADLINE_NEAR})
    turn = make(
        Kind.YOUR_TURN,
        key=f"turn:{game_id}:{revision}",
        recipient_id=mover,
        payload=describe_turn(game),
        due_at=timezone.now() + settings.TURN_NOTICE_WAIT,
    )
    write(turn, *make_reminders(game, mover=mover, reader=readers[mover]), readers=readers)


@receiver(events.deadline_moved)
def on_deadline_moved(*, game_id: int, **_: Any) -> None:
    """The reminders of the old deadline, which are dropped when they come due, make way for those of the new one."""
    renew_reminders([game_id])


@receiver(events.deadlines_moved)
def on_deadlines_moved(*, game_ids: list[int], **_: Any) -> None:
    renew_reminders(game_ids)


def find_mover(game_id: int) -> tuple[Game, int]:
    """The game and whose turn it is, in one query: it stands in the way of every turn."""
    [seat] = find_seat_to_move(game_id)
    return seat.game, seat.user_id


@FormedQuery
def find_seat_to_move(game_id: int) -> QuerySet[Seat]:
    return Seat.objects.select_related("game").filter(game=game_id, side=F("game__side_to_move"))


def describe_turn(game: Game) -> dict[str, Any]:
    """What tells this turn from every other. Not the revision: an offer of a draw raises it too."""
    return {"game": game.pk, "ply": game.ply, "turn_started_at": game.turn_started_at.isoformat()}


@receiver(events.game_ended)
def on_game_ended(*, game_id: int, revision: int, **_: Any) -> None:
    players = Seat.objects.filter(game_id=game_id).values_list("user_id", flat=True)
    write(
        *(
            make(Kind.GAME_OVER, key=f"over:{game_id}:{revision}", recipient_id=player, payload={"game": game_id})
            for player in players
        )
    )
