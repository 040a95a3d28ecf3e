"""News of what the players of a game write to each other."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, Max
from django.dispatch import receiver
from django.utils import timezone

from games import events
from games.models import Message, Seat
from notifications.delivery.writing import make, write
from notifications.models import Kind, Notice

CHAT_WAIT = timedelta(minutes=2)
"""So long a message waits for its reader to come by, and for others to join it."""
CHAT_GAP = timedelta(hours=6)
"""Between two messages of what a player leaves unread in a game."""


@receiver(events.message_sent)
def on_message_sent(*, message_id: int, **_: Any) -> None:
    """One notice for all that a player has not read; for what comes after it, another some hours later."""
    message = Message.objects.get(pk=message_id)
    reader = Seat.objects.exclude(user=message.user_id).get(game=message.game_id)
    key = f"chat:{message.game_id}:{reader.read_up_to}"
    told = Notice.objects.filter(recipient=reader.user_id, kind=Kind.CHAT_MESSAGE, dedupe_key__startswith=f"{key}:")
    if told.open().exists():
        return  # it will tell of this as well
    left = told.aggregate(times=Count("dedupe_key", distinct=True), last=Max("closed_at"))
    soon = timezone.now() + CHAT_WAIT
    write(
        make(
            Kind.CHAT_MESSAGE,
            key=f"{key}:{left['times']}",
            recipient_id=reader.user_id,
            payload={"game": message.game_id, "read_up_to": reader.read_up_to},
            due_at=max(soon, left["last"] + CHAT_GAP) if left["last"] else soon,
        )
    )
