"""Why somebody declined a challenge, which is reported with that challenge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404

from accounts.models import User
from games import challenges
from moderation.things.contract import Removable, RemovableKind, Thing

SHOWN = 200
"""How many are offered to staff to be removed, the newest."""


class DeclineReason(RemovableKind):
    label = "reason for declining"
    plural = "reasons for declining"
    is_written = True
    reported_as = "challenge"

    def find(self, reporter: User, pk: int) -> Thing:
        """Nobody reports it by itself. Raises Http404."""
        raise Http404

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[str, str]]:
        return []

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        found = challenges.list_reasons_by(person.pk, since=since)
        for each in found if since else found[:SHOWN]:
            what = f"reason for declining a challenge by {each.challenger.username}"
            yield Removable(each.pk, what, each.reason)

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return challenges.hide_reasons(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        challenges.show_reasons(numbers)


kind = DeclineReason()
