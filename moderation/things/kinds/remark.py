"""A sealed remark on a turn, once the end of its game has opened it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from analysis import sealed
from analysis.models import SealedRemark
from core.words import Sentence
from games.models import Game
from moderation.things.contract import Removable, RemovableKind, Thing
from moderation.things.times import tell_time

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN = 200
"""The most remarks that staff can choose from for removal. These are the newest ones."""

HEADING = Sentence("heading", "Report a remark by {name}")
COUNTED = Sentence("counted", "{n} sealed remark", "{n} sealed remarks", "n")
ON_TURN = Sentence("on_turn", "sealed remark on turn {ply} of game {game}")
AT_TURN = Sentence("at_turn", "{ply}. {turn}")
UNREAD = Sentence("unread", "sealed remark that nobody can read yet")


class OpenedRemark(RemovableKind):
    label = _("sealed remark")
    counted = COUNTED
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        remark = sealed.find_opened(reporter, pk)
        if remark is None or remark.user_id == reporter.pk:
            raise Http404
        game = Game.objects.get(pk=remark.turn.game_id)
        return Thing(
            self.name,
            remark.pk,
            HEADING(name=remark.user.username),
            (remark.user,),
            keep=lambda: keep_remark(remark),
            game=game,
            place=f"{game.get_absolute_url()}#remarks",
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Remark"), kept["text"]
        yield _("On turn"), str(AT_TURN(ply=kept["ply"], turn=kept["turn"]))
        yield _("Sealed"), tell_time(kept["written_at"])

    def find_ply(self, kept: dict[str, Any]) -> int | None:
        return kept["ply"]

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        opened = sealed.list_opened_of(person, since=since)
        for remark in opened if since else opened[:SHOWN]:
            yield Removable(remark.pk, ON_TURN(ply=remark.turn.ply, game=remark.turn.game_id), remark.text)
        for number in sealed.list_numbers_to_be_opened(person, since=since) if since else ():
            yield Removable(number, UNREAD(), "")

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return sealed.remove(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        sealed.restore(numbers)


def keep_remark(remark: SealedRemark) -> dict[str, Any]:
    turn = {"ply": remark.turn.ply, "turn": remark.turn.text}
    return {"text": remark.text, "written_at": remark.written_at.isoformat(), **turn}


kind = OpenedRemark()
