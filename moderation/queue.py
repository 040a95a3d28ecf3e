"""What waits for moderators: open reports, the gravest and oldest first, grouped by person; and appeals.

Nobody is given a report that they made, that is about them or about a game of theirs, nor an appeal against their own
decision that somebody else can answer, nor one about staff unless they are an administrator. The number of queries is
the same however much waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from accounts.conduct import rights
from accounts.models import User
from moderation import appeals, reports
from moderation.models import Appeal, Report
from moderation.models.held import is_free_for

SHOWN = 50
"""Groups on one page."""
READ = 200
"""Reports that are read to form the groups."""
MOST_COUNTED = 99


@dataclass(frozen=True, slots=True)
class Group:
    """The reports about one person; `first` is the gravest and oldest, `others` are further ones that are shown."""

    first: Report
    others: tuple[Report, ...]
    waiting: int
    """Open reports about this person that the reader may see, shown or not."""
    reporters: int
    held_by: User | None
    is_mine: bool

    @property
    def is_free(self) -> bool:
        return self.held_by is None or self.is_mine


def list_waiting(staff: User) -> QuerySet[Report]:
    """Open reports that this member of staff may be given."""
    return reports.list_visible(staff).filter(answered_at=None)


def list_groups(staff: User, *, now: datetime) -> list[Group]:
    """The groups of open reports, in three queries."""
    rows = list_waiting(staff).select_related("about", "reporter", "held_by", "game")
    found = list(rows.order_by("gravity", "made_at", "pk")[:READ])
    by_person: dict[int, list[Report]] = {}
    for report in found:
        by_person.setdefault(report.about_id, []).append(report)
    shown = dict(list(by_person.items())[:SHOWN])
    waiting = list_waiting(staff).filter(about__in=list(shown)).values("about").order_by()
    counted = {
        row["about"]: (row["number"], row["reporters"])
        for row in waiting.annotate(number=Count("pk"), reporters=Count("reporter", distinct=True))
    }
    return [_group(several, counted.get(about, (1, 1)), staff=staff, now=now) for about, several in shown.items()]


def _group(several: list[Report], counted: tuple[int, int], *, staff: User, now: datetime) -> Group:
    first, *others = several
    number, reporters = counted
    holder = first.held_by if first.is_held(now=now) else None
    return Group(first, tuple(others[:5]), number, reporters, holder, holder == staff)


def list_appeals(staff: User) -> list[Appeal]:
    """Open appeals, the oldest first."""
    rows = find_appeals(staff).select_related("restriction__user", "restriction__by", "held_by")
    return list(rows.order_by("made_at")[:SHOWN])


def find_appeals(staff: User) -> QuerySet[Appeal]:
    """Appeals that this member of staff may answer; those against their own decisions only where nobody else can."""
    waiting = Appeal.objects.filter(answered_at=None).exclude(restriction__user=staff)
    if not rights.administers(staff):
        waiting = waiting.filter(restriction__user__is_staff=False)
    return waiting.exclude(restriction__in=appeals.list_with_others().filter(by=staff))


def count_waiting(staff: User, *, now: datetime) -> str:
    """How much waits, as the masthead shows it."""
    free = is_free_for(staff, now=now)
    number = list_waiting(staff).filter(free).order_by()[: MOST_COUNTED + 1].count()
    number += find_appeals(staff).filter(free).count()
    return f"{MOST_COUNTED}+" if number > MOST_COUNTED else str(number or "")
