"""How the reader of an email replies to it: an address for its game, or for the games that it lists, in their order.
Also what they can write there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from core.prepared import PreparedQuery
from games.models import Game, Heartbeat
from games.outage_detection import TOLD_AFTER
from notifications import registry, reply_tokens
from notifications.models import ListedTurns, Notice, Preferences
from notifications.reply_tokens import Addressed
from notifications.wording import links, offers
from notifications.words import games as words

Turns = list[list[int]]
"""For each game its id, its revision and how many turns had been played."""
HELP = "rules_of_email"
"""The name of the page that says what a reply may contain."""
OFFER = reply_tokens.ASKED[reply_tokens.OFFER]
"""What an email asks that shows a single offer: a reply of just “yes” accepts that offer."""


def describe(notice: Notice, context: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what the templates of an email need to know about replying.

    Several games are numbered, since a reply names them by their numbers, and each also has an address of its own.
    """
    address = find_address(notice, context)
    if not address:
        return {"reply_to": "", "replies_delayed": False}
    told = {
        "reply_to": address,
        "replies_delayed": are_delayed(),
        "reply_help": links.absolute(reverse(HELP)),
        "reply_offers": list_offers(notice, context),
    }
    if not (games := list_shown(context)):
        example = find_example(find_shown(context)) if context.get("reply_teaches", True) else ""
        return {**told, "reply_example": example}
    numbered = [{**shown, "number": number, **describe_draft(notice, shown)} for number, shown in number_games(games)]
    named = {"reply_example": find_example(games[1]), "reply_number": numbered[1]["number"]}
    return {**told, "games": numbered, **named}


def list_shown(context: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Returns the games that an email shows, in order; none if it is about one game or none."""
    games: Sequence[Mapping[str, Any]] = context.get("games", ())
    return games if len(games) > 1 else ()


def number_games(games: Sequence[Mapping[str, Any]]) -> list[tuple[int, Mapping[str, Any]]]:
    """Returns each game with its number: the number in the email that the reader replied to, or otherwise its place in
    this one."""
    return [(shown.get("place") or place, shown) for place, shown in enumerate(games, start=1)]


def find_shown(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the single game that an email is about, as the email shows it."""
    shown: Mapping[str, Any] = next(iter(context.get("games", ())), context)
    return shown


def list_offers(notice: Notice, context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the open offers to the reader in the games of an email, with what to write to answer each of them. That
    is just “yes” or “no” if the email shows a single offer and asks nothing more."""
    if games := list_shown(context):
        return [row for number, shown in number_games(games) for row in offers.list_standing(shown, number=number)]
    shown = find_shown(context)
    found = offers.list_standing(shown) if shown.get("game") else []
    return [{**row, "yes": "yes", "no": "no"} for row in found] if find_asked(notice, context) == OFFER else found


def find_asked(notice: Notice, context: Mapping[str, Any]) -> str:
    """Returns what a reply of just “yes” to an email about one game answers; empty if it answers nothing."""
    asks: str = context.get("reply_asks", "")
    if asks not in ("", OFFER):
        return asks
    shown = find_shown(context)
    stands_alone = bool(shown.get("game")) and len(offers.list_standing(shown)) == 1
    is_shown = stands_alone and context.get("is_reply_shown", True)
    return OFFER if is_shown and registry.KINDS.get(notice.kind).takes_yes else ""


def find_example(shown: Mapping[str, Any]) -> str:
    """Returns the shortest turn that can be played in a game; empty if it is not the reader's turn."""
    legal = shown["game"].position.legal_moves() if shown.get("my_turn") else ()
    return min(legal, key=lambda turn: (len(turn), turn), default="")


def describe_draft(notice: Notice, shown: Mapping[str, Any]) -> dict[str, str]:
    """Returns the address for one of several games, and the link that opens an email to it."""
    game = shown["game"]
    address = game_address(notice, game)
    subject = words.TURN_AGAINST(who=shown["opponent"], ruleset=game.ruleset.name, number=game.pk)
    link = f"mailto:{quote(address, safe='@')}?subject={quote(str(subject), safe='')}"
    return {"reply_address": address, "reply_draft": link}


def find_address(notice: Notice, context: Mapping[str, Any]) -> str:
    """Returns the address for replies. It is empty if a reply would do nothing: the email is about no game, or its
    reader does not want replies to be read."""
    if not takes_replies(notice):
        return ""
    if listed_id := context.get("listed_id"):  # a list that an earlier email had
        return reply_tokens.make_address(Addressed(notice.recipient_id or 0, listed_id=listed_id))
    if list_shown(context):
        return list_address(notice, list_turns(context))
    shown = find_shown(context)
    game, place = shown.get("game"), shown.get("place") or 0
    return game_address(notice, game, asked=find_asked(notice, context), place=place) if isinstance(game, Game) else ""


def are_delayed() -> bool:
    """Whether replies are not being read because of a fault of the site's own, so that readers should play on the
    site."""
    return bool(find_delay(timezone.now() - TOLD_AFTER))


@PreparedQuery
def find_delay(late: datetime) -> QuerySet[Heartbeat, Any]:
    """Prepared, since each email that can be answered asks it."""
    return Heartbeat.objects.filter(part=Heartbeat.Part.NO_REPLY, at__lte=late).values_list("pk")


def takes_replies(notice: Notice) -> bool:
    kind = registry.KINDS.get(notice.kind)
    user = notice.recipient
    return reply_tokens.is_on() and kind.takes_replies and user is not None and Preferences.of(user).by_reply


def game_address(notice: Notice, game: Game, *, asked: str = "", place: int = 0) -> str:
    told = Addressed(notice.recipient_id or 0, game.pk, game.revision, game.ply, asked=asked, place=place)
    return reply_tokens.make_address(told)


def list_address(notice: Notice, turns: Turns) -> str:
    """Returns the address for a list of games. Its token names the list, which `keep_list` stores."""
    reader = notice.recipient_id or 0
    return reply_tokens.make_address(Addressed(reader, listed_id=reply_tokens.code_of(reader, turns)))


def list_turns(context: Mapping[str, Any]) -> Turns:
    """Returns the games that an email lists, each in the state that it shows.

    The answer to a reply has the whole list that the reader replied to, with the games in their places. Games that it
    does not show are in the state that the earlier list showed.
    """
    games = [each["game"] for each in list_shown(context)]
    shown = {game.pk: [game.pk, game.revision, game.ply] for game in games}
    if listed := context.get("listed_turns"):
        return [shown.get(turn[0], list(turn)) for turn in listed]
    return list(shown.values())


def keep_list(notice: Notice, turns: Turns, *, now: datetime) -> None:
    """Stores what an email lists before it is sent, so that a number in a reply never means another game."""
    reader = notice.recipient_id or 0
    listed = ListedTurns(code=reply_tokens.code_of(reader, turns), user_id=reader, turns=turns, made_at=now)
    ListedTurns.objects.bulk_create([listed], ignore_conflicts=True)
