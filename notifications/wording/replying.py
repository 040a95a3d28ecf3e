"""Where the reader of an email answers it: an address for its game, or for the games that it lists, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.models import Game, Heartbeat
from games.outage_detection import TOLD_AFTER
from notifications import registry, reply_tokens
from notifications.models import ListedTurns, Notice, Preferences
from notifications.reply_tokens import Addressed


def find_address(notice: Notice, context: Mapping[str, Any]) -> str:
    """Empty where an answer to this email would do nothing: it is about no game, or its reader wants no answers
    read."""
    if not takes_replies(notice):
        return ""
    if listed_id := context.get("listed_id"):  # a list that was sent before
        return reply_tokens.make_address(Addressed(notice.recipient_id or 0, listed_id=listed_id))
    if games := context.get("games"):
        return list_address(notice, [shown["game"] for shown in games])
    game = context.get("game")
    return game_address(notice, game, asked=context.get("asks", "")) if isinstance(game, Game) else ""


def are_delayed() -> bool:
    """Whether answers are not read just now, for a fault of the site's own, so that one had better play on the site."""
    late = timezone.now() - TOLD_AFTER
    return Heartbeat.objects.filter(part=Heartbeat.Part.NO_REPLY, at__lte=late).exists()


def takes_replies(notice: Notice) -> bool:
    kind = registry.KINDS.get(notice.kind)
    user = notice.recipient
    return reply_tokens.is_on() and kind.takes_replies and user is not None and Preferences.of(user).by_reply


def game_address(notice: Notice, game: Game, *, asked: str = "") -> str:
    told = Addressed(notice.recipient_id or 0, game.pk, game.revision, game.ply, asked=asked)
    return reply_tokens.make_address(told)


def list_address(notice: Notice, games: Sequence[Game]) -> str:
    """Its token names the list, which `keep_list` stores."""
    reader = notice.recipient_id or 0
    return reply_tokens.make_address(Addressed(reader, listed_id=reply_tokens.code_of(reader, list_turns(games))))


def list_turns(games: Sequence[Game]) -> list[list[int]]:
    return [[game.pk, game.revision, game.ply] for game in games]


def keep_list(notice: Notice, games: Sequence[Game], *, now: datetime) -> None:
    """Stores what an email lists before it leaves, so that a number in its answer is never another game's."""
    reader, turns = notice.recipient_id or 0, list_turns(games)
    listed = ListedTurns(code=reply_tokens.code_of(reader, turns), user_id=reader, turns=turns, made_at=now)
    ListedTurns.objects.bulk_create([listed], ignore_conflicts=True)
