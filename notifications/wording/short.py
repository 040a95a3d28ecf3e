"""What a kind says in a line or two, for channels with little room: a title, a sentence, a link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from games.models import Game
from notifications import registry
from notifications.models import Notice
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.clean import clean_line

LONGEST_TITLE, LONGEST_BODY = 100, 200


@dataclass(frozen=True, slots=True)
class Short:
    """A short message. A newer message with the same `topic` may replace it."""

    title: str
    body: str
    link: str
    topic: str
    is_urgent: bool


def write_short(notice: Notice, context: dict[str, Any]) -> Short:
    """Writes the message. `context` is what the templates of the notice's email would get."""
    return Short(
        title=clean_line(_render("title", notice, context), longest=LONGEST_TITLE),
        body=clean_line(_render("body", notice, context), longest=LONGEST_BODY),
        link=context.get("link") or links.absolute("/"),
        topic=choose_topic(notice, context),
        is_urgent=registry.KINDS.get(notice.kind).urgency is Urgency.REMINDER,
    )


def _render(part: str, notice: Notice, context: dict[str, Any]) -> str:
    """Renders the kind's own template if it has one, otherwise the common one."""
    templates = [f"notifications/{notice.kind}/push_{part}.txt", f"notifications/channels/push/{part}.txt"]
    named = {"site_name": settings.SITE_NAME, "subject": f"notifications/{notice.kind}/subject.txt"}
    return render_to_string(templates, {**context, **named})


def choose_topic(notice: Notice, context: dict[str, Any]) -> str:
    """Returns one topic per game, with at most 32 characters of base64url, as push services require (RFC 8030, 5.4)."""
    game = context.get("game")
    return f"game-{game.pk}" if isinstance(game, Game) else f"notice-{notice.pk}"
