"""News of a game itself: whose turn it is, how long there is for it, that it is over."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone

from games import events
from games.models import Game, Seat
from notifications.models import Kind, Notice
from notifications.receivers.writing import make, write

HOUR = timedelta(hours=1)
REMINDERS = (24 * HOUR, 6 * HOUR)
"""How long before a deadline its player is reminded, where the turn was allotted more than that."""


@receiver(events.turn_started)
def on_turn_started(*, game_id: int, revision: int, **_: Any) -> None:
    game, mover = find_mover(game_id)
    turn = make(Kind.YOUR_TURN, key=f"turn:{game_id}:{revision}", recipient_id=mover, payload=describe_turn(game))
    write(turn, *make_reminders(game, mover=mover, revision=revision))


@receiver(events.deadline_moved)
def on_deadline_moved(*, game_id: int, revision: int, **_: Any) -> None:
    """The reminders of the old deadline make way for those of the new one."""
    game, mover = find_mover(game_id)
    old = Notice.objects.open().filter(recipient_id=mover, dedupe_key__startswith=f"deadline:{game_id}:")
    old.update(state=Notice.State.DROPPED, closed_at=timezone.now(), last_error="The deadline has been moved.")
    write(*make_reminders(game, mover=mover, revision=revision))


def find_mover(game_id: int) -> tuple[Game, int]:
    """The game and whose turn it is, in one query: it stands in the way of every turn."""
    seat = Seat.objects.select_related("game").get(game_id=game_id, side=F("game__side_to_move"))
    return seat.game, seat.user_id


def describe_turn(game: Game) -> dict[str, Any]:
    """What tells this turn from every other. Not the revision: an offer of a draw raises it too."""
    return {"game": game.pk, "ply": game.ply, "turn_started_at": game.turn_started_at.isoformat()}


def make_reminders(game: Game, *, mover: int, revision: int) -> list[Notice]:
    return [
        make(
            Kind.DEADLINE_NEAR,
            key=f"deadline:{game.pk}:{revision}:{before // HOUR}h",
            recipient_id=mover,
            payload={**describe_turn(game), "hours": before // HOUR},
            due_at=due_at,
        )
        for before, due_at in list_reminders(game)
    ]


def list_reminders(game: Game) -> list[tuple[timedelta, datetime]]:
    """Those of REMINDERS that are shorter than the time this turn was allotted, and when they are due."""
    if game.deadline_at is None:
        return []
    allotted = game.deadline_at - game.turn_started_at
    return [(before, game.deadline_at - before) for before in REMINDERS if before < allotted]


@receiver(events.game_ended)
def on_game_ended(*, game_id: int, revision: int, **_: Any) -> None:
    players = Seat.objects.filter(game_id=game_id).values_list("user_id", flat=True)
    write(
        *(
            make(Kind.GAME_OVER, key=f"over:{game_id}:{revision}", recipient_id=player, payload={"game": game_id})
            for player in players
        )
    )
