"""What waits for moderators: appeals, what colleagues have left to them, and open reports, the gravest and oldest
first, grouped by person.

Staff do not get a report that they made, or that is about them, a game of theirs, or a person with whom they have ties
(see `deciding`), nor an appeal against their own decision that another can answer. What is about staff goes to
administrators. The number of queries does not grow with what waits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Min, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.conduct import rights
from accounts.models import User
from core.numbers import read_number
from moderation import appealed, appeals, deciding, referrals, reports
from moderation.models import Appeal, Referral, Report
from moderation.models.held import is_free_for

SHOWN = 50
"""How many groups a page shows."""
READ = 200
"""The most reports that are read to form the groups of a page, and the most appeals."""
MOST_COUNTED = 99
AGES = {"1": _("A day or more"), "3": _("3 days or more"), "7": _("A week or more")}


@dataclass(frozen=True, slots=True)
class Group:
    """The reports about one person. `first` is the gravest and oldest, and `others` are further ones that are shown."""

    first: Report
    others: tuple[Report, ...]
    waiting: int
    """How many open reports about this person the reader may see, whether the page shows them or not."""
    reporters: int
    held_by: User | None
    is_mine: bool

    @property
    def is_free(self) -> bool:
        return self.held_by is None or self.is_mine


class Place(NamedTuple):
    """Where the next page of the queue begins: below a report of this gravity and age."""

    gravity: int
    made_at: datetime
    pk: int

    def write(self) -> str:
        return f"{self.gravity}-{int(self.made_at.timestamp() * 10**6)}-{self.pk}"

    @classmethod
    def read(cls, written: str) -> Place | None:
        """Reads a place from an address. Returns None if the address holds none."""
        numbers = [number for part in written.split("-") if (number := read_number(part)) is not None]
        if len(numbers) != 3:
            return None
        gravity, micros, pk = numbers
        try:
            return cls(gravity, datetime.fromtimestamp(0, UTC) + timedelta(microseconds=micros), pk)
        except OverflowError:
            return None


@dataclass(frozen=True, slots=True)
class Page:
    """The groups of one page. `after` is where the next page begins, and empty on the last page."""

    groups: list[Group]
    after: str


@dataclass(frozen=True, slots=True)
class Sought:
    """Which reports are shown: about a matter or a person, of an age, or held by the reader."""

    matter: str = ""
    person: str = ""
    age: str = ""
    mine: bool = False

    def filter(self, rows: QuerySet[Report], *, staff: User, now: datetime) -> QuerySet[Report]:
        if self.matter:
            rows = rows.filter(matter=self.matter)
        if self.person:
            rows = rows.filter(about__in=User.objects.filter(username__iexact=self.person))
        if self.age in AGES:
            rows = rows.filter(made_at__lte=now - timedelta(days=int(self.age)))
        return rows.filter(held_by=staff, held_until__gt=now) if self.mine else rows


EVERYTHING = Sought()


class Desk:
    """What waits for one member of staff now. It reads what several parts need only once."""

    def __init__(self, staff: User, *, now: datetime) -> None:
        self.staff, self.now = staff, now
        self._ties: dict[int, deciding.Ties] = {}

    @cached_property
    def waiting(self) -> QuerySet[Report]:
        """The open reports that these staff may get."""
        ties = self._find_ties(self.staff)
        waiting = reports.list_visible(self.staff).filter(answered_at=None)
        return waiting.exclude(about__in=deciding.find_tied(ties)).exclude(pk__in=deciding.find_tied_reports(ties))

    # --- Reports -------------------------------------------------------------------------------------------------
    def list_groups(self, sought: Sought = EVERYTHING, *, after: Place | None = None) -> Page:
        """Returns one page of groups. People whose first report is on an earlier page appear only there. Makes four
        queries, besides those of `waiting`."""
        sought_for = sought.filter(self.waiting, staff=self.staff, now=self.now)
        rows = sought_for.select_related("about", "reporter", "held_by", "game")
        if after is not None:
            rows = rows.filter(_is_below(after))
        found = list(rows.order_by("gravity", "made_at", "pk")[: READ + 1])
        read, more = found[:READ], len(found) > READ
        by_person: dict[int, list[Report]] = {}
        for report in read:
            by_person.setdefault(report.about_id, []).append(report)
        before = self._find_earlier(sought_for, list(by_person), after)
        shown = [person for person in by_person if person not in before][:SHOWN]
        counted = self._count(sought_for, shown)
        groups = [self._group(by_person[person], counted.get(person, (1, 1))) for person in shown]
        last = self._find_last(read, by_person, shown, before)
        return Page(groups, last.write() if last and (more or last.pk != read[-1].pk) else "")

    def _find_earlier(self, rows: QuerySet[Report], people: list[int], after: Place | None) -> set[int]:
        """Returns which of the people appear on an earlier page."""
        if after is None:
            return set()
        earlier = rows.filter(about__in=people).exclude(_is_below(after)).order_by()
        return set(earlier.values_list("about", flat=True).distinct())

    def _find_last(
        self, read: list[Report], by_person: dict[int, list[Report]], shown: list[int], before: set[int]
    ) -> Place | None:
        """Returns the place of the last report for which all reports above it have been shown, on this page or
        before."""
        left = [person for person in by_person if person not in before and person not in shown]
        end = read.index(by_person[left[0]][0]) if left else len(read)
        last = read[end - 1] if end else None
        return Place(last.gravity, last.made_at, last.pk) if last else None

    def _count(self, rows: QuerySet[Report], people: list[int]) -> dict[int, tuple[int, int]]:
        waiting = rows.filter(about__in=people).values("about").order_by()
        counted = waiting.annotate(number=Count("pk"), reporters=Count("reporter", distinct=True))
        return {row["about"]: (row["number"], row["reporters"]) for row in counted}

    def _group(self, several: list[Report], counted: tuple[int, int]) -> Group:
        first, *others = several
        number, reporters = counted
        holder = first.held_by if first.is_held(now=self.now) else None
        return Group(first, tuple(others[:5]), number, reporters, holder, holder == self.staff)

    def count_by_gravity(self) -> dict[int, str]:
        """Counts the waiting reports of each gravity, as it is shown. The last count has all lighter ones, too. Makes
        one query for each."""
        return {
            gravity: tell_count(self.waiting.filter(of_it).order_by()[: MOST_COUNTED + 1].count())
            for gravity, of_it in ((1, Q(gravity=1)), (2, Q(gravity=2)), (3, Q(gravity__gte=3)))
        }

    # --- Appeals, and what colleagues have left ----------------------------------------------------------------------
    @cached_property
    def appeals(self) -> list[Appeal]:
        """The open appeals that these staff may answer, oldest first. Those against their own decisions are included
        only if no other can answer them."""
        open_ones = Appeal.objects.filter(answered_at=None)
        if not open_ones.exists():  # the usual case, on every page of staff
            return []
        waiting = open_ones.exclude(restriction__user=self.staff)
        if not rights.administers(self.staff):
            waiting = waiting.exclude(restriction__user__is_staff=True)
        people = ("restriction__user", "restriction__by", "decision__by", "decision__person", "by", "held_by")
        rows = waiting.select_related(*people, "decision__game", "decision__report").prefetch_related(
            "decision__game__seats__user"
        )
        report = "restriction__logged_actions__report"
        reported = {"reported_at": Min(f"{report}__made_at"), "reported_by": Min(f"{report}__reporter")}
        return [row for row in rows.annotate(**reported).order_by("made_at")[:READ] if self._may_answer(row)]

    def _may_answer(self, appeal: Appeal) -> bool:
        people = appeals.list_concerned(appeal)
        if self._has_ties(self.staff, people, appeal):
            return False
        if appeal.decided_by == self.staff:
            return not any(self._can_answer(each, people, appeal) for each in self._others)
        if rights.administers(self.staff) or not appeal.decided_by.is_superuser:
            return True
        higher = [each for each in self._others if rights.administers(each) and each != appeal.decided_by]
        return not any(self._can_answer(each, people, appeal) for each in higher)

    def _can_answer(self, staff: User, people: Iterable[User], appeal: Appeal) -> bool:
        """Whether these staff have no ties with the people and, if a person is concerned, rights over that person."""
        may = appeal.restriction is None or rights.may_act_on(staff, appeal.person)
        return may and not self._has_ties(staff, people, appeal)

    def _has_ties(self, staff: User, people: Iterable[User], appeal: Appeal) -> bool:
        begun, ties = appealed.read_beginning(appeal), self._find_ties(staff)
        ids = {*(person.pk for person in people), *appealed.read_reporters(appeal)}
        return any(pk == staff.pk or ties.get(pk, begun) < begun for pk in ids)

    def _find_ties(self, staff: User) -> deciding.Ties:
        if staff.pk not in self._ties:
            self._ties[staff.pk] = deciding.find_ties(staff, now=self.now)
        return self._ties[staff.pk]

    @cached_property
    def _others(self) -> list[User]:
        return list(rights.list_moderators().exclude(pk=self.staff.pk))

    @cached_property
    def referrals(self) -> list[Referral]:
        """What colleagues have left to these staff."""
        return referrals.list_for(self.staff, now=self.now)

    def count(self) -> str:
        """Counts what waits, in the form that the masthead shows."""
        free = is_free_for(self.staff, now=self.now)
        number = self.waiting.filter(free).order_by()[: MOST_COUNTED + 1].count()
        number += sum(not each.is_held_from(self.staff, now=self.now) for each in self.appeals) + len(self.referrals)
        return tell_count(number)


def tell_count(number: int) -> str:
    return f"{MOST_COUNTED}+" if number > MOST_COUNTED else str(number or "")


def count_waiting(staff: User, *, now: datetime) -> str:
    """Counts what waits for this member of staff, in the form that the masthead shows."""
    return Desk(staff, now=now).count()


def _is_below(place: Place) -> Q:
    later = Q(made_at__gt=place.made_at) | Q(made_at=place.made_at, pk__gt=place.pk)
    return Q(gravity__gt=place.gravity) | (Q(gravity=place.gravity) & later)
