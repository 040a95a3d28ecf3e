"""What the page of a game shows of its chat, for its two players alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from accounts.conduct.blocks import find_tie
from core.numbers import read_number
from games import chat
from games.models import Game, Message, Seat
from games.play.reading import mark_read
from games.reading.turns import Played
from games.words.turns import announce_turns


@dataclass(frozen=True, slots=True)
class Line:
    """A message as its reader sees it."""

    message: Message
    writer: str
    mine: bool
    new: bool

    @property
    def at(self) -> datetime:
        return self.message.sent_at


@dataclass(frozen=True, slots=True)
class Told:
    """What the rules say about a turn, in small print between the messages."""

    at: datetime
    sentence: str


def describe_chat(
    request: HttpRequest, game: Game, seat: Seat | None, *, turns: Sequence[Played] | None = None
) -> dict[str, Any] | None:
    """The last messages, or those before `?before=`, in one query, with remarks on `turns` between them.

    Without `turns` these are the last ones. None for everybody who is not a player of the game, and where the opponent
    is a computer, which reads nothing. `said` is the number of the last message, and None where older messages are
    shown: then nothing is updated.
    """
    if seat is None:
        return None
    other = next((each for each in game.seats.all() if each.user_id != seat.user_id), seat)
    if other.user.is_computer:
        return None
    tie = find_tie(seat.user_id, other.user_id)
    before = read_number(request.GET.get("before", ""))
    messages, more = chat.list_messages(game, before=before)
    lines = _list_lines(game, seat, messages, hides=tie.hides)
    since = messages[0].sent_at if more else None
    until = messages[-1].sent_at if before is not None and messages else None
    told = _list_told(game, turns, since=since, until=until)
    newest = messages[-1].pk if messages else 0
    return {
        "lines": sorted([*told, *lines], key=attrgetter("at")),
        "other": other.user,
        "tie": tie,
        "older": messages[0].pk if more else None,
        "said": newest if before is None else None,
        "unread": sum(line.new for line in lines) if before is None else 0,
        "is_open": chat.is_open(game, now=timezone.now()),
        "typed": request.POST.get("message", ""),
        "longest": chat.LONGEST,
        "refusal": None,
        "flip": "?flip=1" if "flip" in request.GET else "",
    }


def _list_lines(game: Game, seat: Seat, messages: Sequence[Message], *, hides: bool) -> list[Line]:
    """The messages as the player of this seat sees them; without the opponent's where `hides`."""
    names = {each.user_id: each.user.username for each in game.seats.all()}
    lines = []
    for message in messages:
        mine = message.user_id == seat.user_id
        if mine or not hides:
            new = not mine and message.pk > seat.read_up_to
            lines.append(Line(message, names.get(message.user_id, ""), mine, new))
    return lines


def _list_told(
    game: Game, turns: Sequence[Played] | None, *, since: datetime | None, until: datetime | None
) -> list[Told]:
    """What the rules say about turns that were played between these instants, both included."""
    return [
        Told(at, sentence)
        for at, sentence in announce_turns(game, turns)
        if (since is None or at >= since) and (until is None or at <= until)
    ]


def note_opened(seat: Seat | None, spoken: dict[str, Any] | None) -> None:
    """Marks the messages as read when the player has opened a page with the last ones. Updates by script do not
    count."""
    if seat is not None and spoken and spoken["said"]:
        mark_read(seat, up_to=spoken["said"])
