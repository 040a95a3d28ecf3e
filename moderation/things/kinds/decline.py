"""The reason for which a player declined a challenge. It is reported with the challenge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from games import challenges
from moderation.things.contract import Removable, RemovableKind, Thing

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN = 200
"""The most reasons that staff can choose from for removal. These are the newest ones."""

COUNTED = Sentence("counted", "{n} reason for declining", "{n} reasons for declining", "n")
REASON = Sentence("reason", "reason for declining a challenge by {name}")


class DeclineReason(RemovableKind):
    label = _("reason for declining")
    counted = COUNTED
    is_written = True
    reported_as = "challenge"

    def find(self, reporter: User, pk: int) -> Thing:
        """Always raises Http404: the reason is not reported separately."""
        raise Http404

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        return []

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        found = challenges.list_reasons_by(person.pk, since=since)
        for each in found if since else found[:SHOWN]:
            yield Removable(each.pk, REASON(name=each.challenger.username), each.reason)

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return challenges.hide_reasons(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        challenges.show_reasons(numbers)


kind = DeclineReason()
