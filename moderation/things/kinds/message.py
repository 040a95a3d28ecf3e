"""A line of chat, with the lines around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from games import access, chat
from games.models import Message
from moderation.things.contract import Removable, RemovableKind, Thing
from moderation.things.times import tell_time

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

AROUND = 10
"""How many lines before and after it are stored with it."""

HEADING = Sentence("heading", "Report a message by {name}")
COUNTED = Sentence("counted", "{n} chat message", "{n} chat messages", "n")
OF_GAME = Sentence("of_game", "chat message in game {game}")
LINE = Sentence("line", "{writer}, {sent_at}: {text}")


class ChatLine(RemovableKind):
    label = _("chat message")
    counted = COUNTED
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        message = Message.objects.select_related("user").filter(pk=pk).first()
        if message is None or message.user_id == reporter.pk:
            raise Http404
        game = access.get_game(reporter, message.game_id)
        if access.seat_of(reporter, game) is None:
            raise Http404
        return Thing(
            self.name,
            message.pk,
            HEADING(name=message.user.username),
            (message.user,),
            keep=lambda: keep_message(message),
            game=game,
            place=f"{game.get_absolute_url()}#chat",
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Message"), kept["text"]
        yield _("Sent"), tell_time(kept["sent_at"])
        yield (
            _("Around it"),
            "\n".join(str(LINE(**line | {"sent_at": tell_time(line["sent_at"])})) for line in kept["around"]),
        )

    def find_ply(self, kept: dict[str, Any]) -> int | None:
        return kept["ply"]

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        """Returns lines only with `since`. Staff remove a single line at its game, where they see the lines around
        it."""
        for line in chat.list_shown_by(person.pk, since=since) if since else ():
            yield Removable(line.pk, OF_GAME(game=line.game_id), line.text)

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return chat.hide_lines(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        chat.show_lines(numbers)


def keep_message(message: Message) -> dict[str, Any]:
    said = Message.objects.filter(game=message.game_id).select_related("user")
    before = list(said.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])[::-1]
    after = list(said.filter(pk__gt=message.pk).order_by("pk")[:AROUND])
    return {**keep_line(message), "ply": message.ply, "around": [keep_line(each) for each in (*before, *after)]}


def keep_line(message: Message) -> dict[str, str]:
    return {"writer": message.user.username, "text": message.text, "sent_at": message.sent_at.isoformat()}


kind = ChatLine()
