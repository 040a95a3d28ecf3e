"""What a push message says: a title, a sentence and a link. Also how long it is worth showing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.models import Game
from games.reading.waiting import list_waiting
from notifications.models import Notice
from notifications.wording.short import write_short

USUAL = timedelta(days=2)
LEAST, MOST = timedelta(minutes=1), timedelta(days=28)
"""The bounds of how long a service should keep a message; no service keeps it longer than the second."""


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A push message; `lasts` is in seconds. A newer message with the same `topic` replaces it, on its way and on the
    screen."""

    content: dict[str, str]
    topic: str
    lasts: int
    urgency: str


def write_message(notice: Notice, context: dict[str, Any], *, now: datetime) -> PushMessage:
    """Writes the message. `context` is what the templates of the notice's email would get."""
    short = write_short(notice, context)
    content = {
        "title": short.title,
        "body": short.body,
        "url": short.link,
        "tag": short.topic,
        "waiting": str(len(list_waiting(notice.recipient_id).games)) if notice.recipient_id else "0",
    }
    urgency = "high" if short.is_urgent else "normal"
    return PushMessage(content, short.topic, find_lasts(context, now=now), urgency)


def find_lasts(context: dict[str, Any], *, now: datetime) -> int:
    """Returns the seconds until the deadline, after which the message would be useless."""
    game = context.get("game")
    left = game.deadline_at - now if isinstance(game, Game) and not game.is_over and game.deadline_at else USUAL
    return int(min(max(left, LEAST), MOST).total_seconds())
