"""Mails about what the opponent has written."""

from datetime import datetime
from typing import Any

from games.models import Game
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.clean import clean_lines
from notifications.wording.games import describe_game, load_game

MOST_MESSAGES = 10
"""So many are quoted, the last ones."""


def chat_message(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """All that has not been read. Dropped where it has, and where newer words have a notice of their own."""
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


def read_unread(game: Game, *, by: int, after: int) -> tuple[list[str], int]:
    """The last of what a player has written after a message, the oldest first, and how much there is in all."""
    unread = game.messages.filter(user=by, pk__gt=after)
    texts = list(unread.order_by("-pk").values_list("text", flat=True)[:MOST_MESSAGES])
    return texts[::-1], unread.count()
