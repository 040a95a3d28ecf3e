"""What the page of a game shows of its chat, for its two players alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest

from accounts.profile.faces import Face
from core.numbers import read_number
from games import chat
from games.models import Seat
from games.play.reading import mark_read
from games.reading.state import GameState
from games.telling.turns import announce_turns


class Shown(NamedTuple):
    """A line of the chat: all that its fragment shows besides the menu."""

    at: datetime
    text: str
    """Empty of a message that staff have removed."""
    is_told: bool = False
    """Whether the rules say it about a turn, in small print between the messages."""
    writer: str = ""
    face: Face | None = None
    mine: bool = False
    new: bool = False
    is_removed: bool = False


class Line(NamedTuple):
    """A line of the chat as its reader sees it."""

    shown: Shown
    pk: int | None = None
    """The number of the message; None for what the rules say."""

    @property
    def mine(self) -> bool:
        return self.shown.mine


def read_before(request: HttpRequest) -> int | None:
    """The number of the message before which older ones are asked for."""
    return read_number(request.GET.get("before", ""))


def describe_chat(request: HttpRequest, state: GameState) -> dict[str, Any] | None:
    """The last messages, or those before `?before=`, with remarks on the turns between them.

    None for a reader without a chat here. `said` is the number of the last message, and None where older messages are
    shown: then nothing is updated.
    """
    other, around = state.seats.other, state.around
    if not state.may_read_chat or other is None:
        return None
    before, messages = read_before(request), around.messages
    lines = list_lines(state)
    newest = messages[-1].pk if messages else 0
    return {
        "lines": sorted([*list_told(state, older=before is not None), *lines], key=lambda line: line.shown.at),
        "other": other.user,
        "tie": around.tie,
        "older": messages[0].pk if around.more_messages else None,
        "said": newest if before is None else None,
        "unread": sum(line.shown.new for line in lines) if before is None else 0,
        "is_open": chat.is_open(state.game, now=state.now),
        "typed": request.POST.get("message", ""),
        "longest": chat.LONGEST,
        "refusal": None,
        "flip": "?flip=1" if "flip" in request.GET else "",
    }


def list_lines(state: GameState) -> list[Line]:
    """The messages as the reader sees them; without the opponent's where a block or a mute hides them."""
    seat, lines = state.member, []
    writers = {each.user_id: (each.user.shown_name, each.user.face) for each in state.seats}
    for message in state.around.messages if seat else ():
        mine = message.user_id == seat.user_id
        if mine or not state.around.tie.hides:
            new, (writer, face) = not mine and message.pk > seat.read_up_to, writers.get(message.user_id, ("", None))
            text, is_removed = message.text, message.removed_at is not None
            shown = Shown(message.sent_at, "" if is_removed else text, False, writer, face, mine, new, is_removed)
            lines.append(Line(shown, message.pk))
    return lines


def list_told(state: GameState, *, older: bool) -> list[Line]:
    """What the rules say about turns that were played while these messages were sent; `older` says that there are later
    messages."""
    messages = state.around.messages
    since = messages[0].sent_at if state.around.more_messages else None
    until = messages[-1].sent_at if older and messages else None
    return [
        Line(Shown(at, sentence, is_told=True))
        for at, sentence in announce_turns(state.game, state.turns)
        if (since is None or at >= since) and (until is None or at <= until)
    ]


def note_opened(seat: Seat | None, spoken: dict[str, Any] | None) -> None:
    """Marks the messages as read when the player has opened a page with the last ones. Updates by script do not
    count."""
    if seat is not None and spoken and spoken["said"]:
        mark_read(seat, up_to=spoken["said"])
