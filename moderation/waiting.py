"""The open reports that a decision may answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Game
from moderation import reports
from moderation.models import Report


@dataclass(frozen=True, slots=True)
class Waiting:
    """The open reports about a person or a game that a decision may answer: this report, those of the same matter, and
    the others. `newest` is the highest number among them."""

    this: int | None
    same: tuple[int, ...]
    others: tuple[int, ...]

    @property
    def newest(self) -> int:
        return max((*self.same, *self.others, self.this or 0))

    def choose(self, chosen: Collection[str], *, newest: int) -> tuple[int, ...]:
        """Returns the numbers of those that were ticked, without any that came after the page was shown."""
        groups = {"this": filter(None, (self.this,)), "same": self.same, "others": self.others}
        return tuple(pk for name, keys in groups.items() if name in chosen for pk in keys if pk <= newest)


def list_waiting(
    staff: User, *, person: User | None = None, game: Game | None = None, report: Report | None = None
) -> Waiting:
    """Returns the open reports about the person or the game that these staff may answer. With a `report`, returns those
    about its person. Makes one query if there are none."""
    about = Q(about=person) if game is None else Q(game=game)
    if report is not None:
        about = Q(about=report.about_id)
    found = (
        reports.list_visible(staff).filter(about, answered_at=None).exclude(reports.concerning(staff.pk)).order_by("pk")
    )
    keys = list(found.values_list("pk", "matter")[: reports.MOST_HELD])
    if keys:
        tied = reports.find_tied_to(staff, now=timezone.now())
        keys = [(pk, matter) for pk, matter in keys if pk not in tied]
    this = report.pk if report is not None and report.is_open else None
    same = [pk for pk, matter in keys if report is not None and matter == report.matter and pk != this]
    return Waiting(this, tuple(same), tuple(pk for pk, _ in keys if pk != this and pk not in same))
