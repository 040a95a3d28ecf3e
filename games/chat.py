"""The chat of a game's two players, and how far each has read. Nothing else writes Message."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts.conduct import blocks
from accounts.conduct.blocks import refuse_severed
from accounts.conduct.writing import refuse_text
from accounts.limiting.spending import spend
from accounts.models import User
from core.numbers import LARGEST
from core.refusal import Refusal
from engine.pasted import tidy
from games import events
from games.models import Game, Message
from games.models.staff_action import declare_kind
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.locking import locked
from games.play.reading import mark_all_read, mark_read
from games.reading.around import MESSAGES
from games.words import by_staff as words
from games.words import refusals

LINE_REMOVED = declare_kind("line_removed", label="line of chat removed")
LINE_RESTORED = declare_kind("line_restored", label="line of chat restored")
LONGEST = 1000
"""Characters of a message."""
OPEN_AFTER_END = timedelta(days=14)
_TURNED = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of the text after them."""


def send(user: User, *, game_id: int, text: str, now: datetime | None = None) -> Message:
    """Sends `text` to the opponent. An opponent who mutes the user is not told.

    The game is locked meanwhile, so that messages come in the order of their numbers. Raises Refusal: not_yours, empty,
    too_long, muted, suspended, computer, closed_by_staff, closed, blocked, too_often.
    """
    text = clean(text)
    if not text:
        raise Refusal(refusals.EMPTY(), status=422)
    if len(text) > LONGEST:
        raise Refusal(refusals.LONG_MESSAGE(most=LONGEST, n=len(text)), status=422)
    with locked(game_id) as game:
        now = now or timezone.now()
        players = {player.pk: player for player in User.objects.filter(seats__game=game)}
        if user.pk not in players:
            raise Refusal(refusals.CHAT_OF_TWO(), status=403)
        refuse_text(players[user.pk], text, now=now, older_mutes=True)
        if any(player.is_computer for player in players.values()):
            raise Refusal(refusals.COMPUTER())
        if game.chat_closed_at is not None:
            raise Refusal(refusals.CLOSED_BY_STAFF(), status=403)
        if not is_open(game, now=now):
            raise Refusal(refusals.CLOSED_CHAT(open_for=OPEN_AFTER_END))
        reader = next(player for player in players.values() if player.pk != user.pk)
        tie = refuse_severed(user, reader, what=blocks.WRITE)
        spend("message", now=now, sender=user.pk, recipient=reader.pk)
        message = Message.objects.create(game=game, user=user, text=text, ply=game.ply, sent_at=now)
        if tie.is_muted:
            mark_read(game.seats.get(user=reader), up_to=message.pk)
        else:
            events.message_sent.send(sender=Message, message_id=message.pk)
    return message


def hide(user_id: int, *, other_id: int, both: bool) -> None:
    """Hides what another player writes from this one, and with `both` the other way round: no message waits to be
    read."""
    mark_all_read(user_id, other_id=other_id)
    if both:
        mark_all_read(other_id, other_id=user_id)


def clean(text: str) -> str:
    """The text without control characters, marks of direction, or space around it; line breaks stay."""
    lines = tidy(text, prose=True).replace("\t", " ")
    return "".join(character for character in lines if _is_kept(character)).strip()


def _is_kept(character: str) -> bool:
    return character == "\n" or (unicodedata.category(character) not in ("Cc", "Cs") and character not in _TURNED)


def is_open(game: Game, *, now: datetime) -> bool:
    """Whether its players may write: while it is running and for two weeks after."""
    return game.ended_at is None or now < game.ended_at + OPEN_AFTER_END


def remove(message_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Removes a line from the chat: the players read that staff have removed it. It is kept for staff.

    Raises Refusal: no_reason, own_game, removed_already.
    """
    kind, about = LINE_REMOVED, Message.objects.get(pk=message_id)
    acting = acting_as_staff(about.game_id, kind=kind, staff=staff, reason=reason, case=case, now=now, also_over=True)
    with acting as (_, record):
        if not Message.objects.filter(pk=message_id, removed_at=None).update(removed_at=record.done_at):
            raise Refusal(refusals.REMOVED_ALREADY())
        record.say(words.LINE(name=about.user.username, number=about.pk, text=about.text))


def restore(message_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Restores a line that staff removed. Raises Refusal: no_reason, own_game, not_removed."""
    kind, about = LINE_RESTORED, Message.objects.get(pk=message_id)
    acting = acting_as_staff(about.game_id, kind=kind, staff=staff, reason=reason, case=case, now=now, also_over=True)
    with acting as (_, record):
        if not Message.objects.filter(pk=message_id, removed_at__isnull=False).update(removed_at=None):
            raise Refusal(refusals.NOT_REMOVED())
        record.say(words.LINE_BACK(name=about.user.username, number=about.pk))


def list_shown_by(user_id: int, *, since: datetime) -> QuerySet[Message]:
    """What somebody has written in all chats since then and players read, the newest first."""
    return Message.objects.filter(user=user_id, sent_at__gte=since, removed_at=None).order_by("-pk")


def hide_lines(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Removes lines of any games at once, as `remove` does one; returns the numbers of those that were there.

    The caller logs it, as one act on their writer. No game is changed by it, so none is locked.
    """
    shown = Message.objects.filter(pk__in=numbers, removed_at=None)
    found = list(shown.order_by("pk").values_list("pk", flat=True))
    shown.update(removed_at=now)
    return found


def show_lines(numbers: Sequence[int]) -> None:
    """Restores lines that were removed so."""
    Message.objects.filter(pk__in=numbers).update(removed_at=None)


def list_messages(game: Game, *, before: int | None = None) -> tuple[Sequence[Message], bool]:
    """The last messages of a game, or the last before the one of this number, the oldest first; and whether there are
    older ones. One query, whatever their number."""
    earlier = game.messages.filter(pk__lt=LARGEST if before is None else before)
    found = list(earlier.order_by("-pk")[: MESSAGES + 1])
    return found[MESSAGES - 1 :: -1], len(found) > MESSAGES


def last_number(game: Game) -> int:
    """The number of the game's last message; 0 where there is none."""
    return game.messages.order_by("-pk").values_list("pk", flat=True).first() or 0
