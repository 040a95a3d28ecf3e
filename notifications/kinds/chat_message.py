"""The opponent has written in a game. One notice tells of all messages that the reader has not read."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from games import events
from games.models import Game, Message, Seat
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording.clean import clean_lines
from notifications.wording.games import OfGame, describe_game, load_game

WAIT = timedelta(minutes=2)
"""How long a message waits, so that the reader may see it on the site and further messages may join it."""
GAP = timedelta(hours=6)
"""The least time between two notices about unread messages of a game."""
MOST_MESSAGES = 10
"""The most messages that are quoted; these are the last ones."""


class ChatMessage(OfGame):
    takes_replies = True
    takes_yes = False  # “Shall we meet on Saturday?” — “Yes.”
    label = _("My opponent sends a message")
    order = 100
    sentence = Sentence("chat_message", "{who} wrote to you")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes all messages that have not been read. Raises Dropped if all have been read, or if a later notice
        tells the newer ones."""
        game = load_game(notice)
        context = describe_game(game, notice, now=now)
        read = context["mine"].read_up_to
        if read != notice.payload["read_up_to"]:
            raise Dropped("It has been read.")
        texts, count = read_unread(game, by=context["theirs"].user_id, after=read)
        if not count:
            raise Dropped("There is nothing to read.")
        return {
            **context,
            "messages": [clean_lines(text) for text in texts],
            "count": count,
            "left_out": count - len(texts),
        }


kind = ChatMessage()


def read_unread(game: Game, *, by: int, after: int) -> tuple[list[str], int]:
    """Returns the last messages that a player has written after a given one, oldest first, and how many there are in
    all."""
    unread = game.messages.filter(user=by, removed_at=None, pk__gt=after)
    texts = list(unread.order_by("-pk").values_list("text", flat=True)[:MOST_MESSAGES])
    return texts[::-1], unread.count()


@receiver(events.message_sent)
def on_message_sent(*, message_id: int, **_: Any) -> None:
    """Writes one notice for all that a player has not read. Later messages cause another one some hours later."""
    message = Message.objects.get(pk=message_id)
    reader = Seat.objects.exclude(user=message.user_id).get(game=message.game_id)
    key = f"chat:{message.game_id}:{reader.read_up_to}"
    told = Notice.objects.filter(recipient=reader.user_id, kind=kind.name, dedupe_key__startswith=f"{key}:")
    if told.open().exists():
        return  # it will tell of this message, too
    left = told.aggregate(times=Count("dedupe_key", distinct=True), last=Max("closed_at"))
    soon = timezone.now() + WAIT
    write(
        make(
            kind.name,
            key=f"{key}:{left['times']}",
            recipient_id=reader.user_id,
            payload={"game": message.game_id, "read_up_to": reader.read_up_to},
            due_at=max(soon, left["last"] + GAP) if left["last"] else soon,
        )
    )
