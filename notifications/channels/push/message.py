"""What a push message says: a title, a sentence, a link; and how long it is worth showing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.template.loader import render_to_string

from games.models import Game
from games.reading.waiting import list_waiting
from notifications import registry
from notifications.models import Notice
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.clean import clean_line

USUAL = timedelta(days=2)
LEAST, MOST = timedelta(minutes=1), timedelta(days=28)
"""The bounds of how long a service keeps a message; none keeps it longer than the second."""
LONGEST_TITLE, LONGEST_BODY = 100, 200


@dataclass(frozen=True, slots=True)
class PushMessage:
    """`lasts` is in seconds. A newer message of the same `topic` replaces this one, on its way and on the screen."""

    content: dict[str, str]
    topic: str
    lasts: int
    urgency: str


def write_message(notice: Notice, context: dict[str, Any], *, now: datetime) -> PushMessage:
    """`context` is what the templates of the notice's email would be given."""
    topic = choose_topic(notice, context)
    content = {
        "title": clean_line(render_push("title", notice, context), longest=LONGEST_TITLE),
        "body": clean_line(render_push("body", notice, context), longest=LONGEST_BODY),
        "url": context.get("link") or links.absolute("/"),
        "tag": topic,
        "waiting": str(len(list_waiting(notice.recipient_id).games)) if notice.recipient_id else "0",
    }
    urgency = "high" if registry.KINDS.get(notice.kind).urgency is Urgency.REMINDER else "normal"
    return PushMessage(content, topic, find_lasts(context, now=now), urgency)


def render_push(part: str, notice: Notice, context: dict[str, Any]) -> str:
    """Renders the kind's own template where it has one, else the common one."""
    templates = [f"notifications/{notice.kind}/push_{part}.txt", f"notifications/push/{part}.txt"]
    return render_to_string(templates, {**context, "subject": f"notifications/{notice.kind}/subject.txt"})


def choose_topic(notice: Notice, context: dict[str, Any]) -> str:
    """One topic for each game, so that only its latest message is shown. At most 32 characters of base64url (RFC 8030,
    5.4)."""
    game = context.get("game")
    return f"game-{game.pk}" if isinstance(game, Game) else f"notice-{notice.pk}"


def find_lasts(context: dict[str, Any], *, now: datetime) -> int:
    """Seconds until the deadline, after which the message would be of no use."""
    game = context.get("game")
    left = game.deadline_at - now if isinstance(game, Game) and not game.is_over and game.deadline_at else USUAL
    return int(min(max(left, LEAST), MOST).total_seconds())
