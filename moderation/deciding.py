"""Who may decide about whom: nobody on the staff decides about a person with whom they have ties.

A tie is a running game or one of the last 90 days, a report of theirs about the person, or one of the person's about
them. Only ties older than the matter count, or somebody could disarm every moderator by reporting them all or by
challenging them. Their own reports always count, since they alone make those.

All actions, undoings, appeals and answers ask here (`require_decider`), and so do the queue and the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from accounts.conduct import rights
from accounts.models import User
from core.refusal import Refusal
from core.words import TIME_OF_ZONE, tell_moment
from games.models import Seat
from moderation.models import Appeal, LoggedAction, Report
from moderation.models.held import Held
from moderation.words import refusals

LATELY = timedelta(days=90)
ALWAYS = datetime.min.replace(tzinfo=UTC)
Ties = dict[int, datetime]
"""Since when somebody has ties with whom, by the ids of users."""


# --- Ties --------------------------------------------------------------------------------------------------------
def find_ties(staff: User, *, now: datetime, of: Iterable[int] | None = None, openly: bool = False) -> Ties:
    """The ties of a member of staff with all people, or with these alone; three queries.

    With `openly` only those that they know of themselves: a page that told the others would tell who reported them.
    """
    ids = None if of is None else list(of)
    played = Seat.objects.filter(user=staff).filter(Q(game__ended_at=None) | Q(game__ended_at__gt=now - LATELY))
    opponents = Seat.objects.filter(game__in=played.values("game")).exclude(user=staff)
    began = _among(opponents, "user", ids).values_list("user").annotate(since=Min("game__started_at")).order_by()
    ties: Ties = dict(began)
    if not openly:
        about, beside = (
            _among(rows, "reporter", ids).values_list("reporter").annotate(since=Min("made_at")).order_by()
            for rows in (Report.objects.filter(about=staff), Report.objects.filter(second=staff))
        )
        for person, since in about.union(beside, all=True):  # each by its own index
            ties[person] = min(since, ties.get(person, since))
    made = Report.objects.filter(reporter=staff).order_by()
    accused = _among(made, "about", ids).values_list("about", flat=True)
    seconds = _among(made.exclude(second=None), "second", ids).values_list("second", flat=True)
    return ties | dict.fromkeys(accused.union(seconds), ALWAYS)


def _among(rows: QuerySet[Any], column: str, ids: list[int] | None) -> QuerySet[Any]:
    return rows if ids is None else rows.filter(**{f"{column}__in": ids})


def find_tied(staff: User, *, now: datetime) -> set[int]:
    """The people with open reports about whom this member of staff may not decide; four queries."""
    ties = find_ties(staff, now=now)
    return {person for person, begun in find_beginnings(ties).items() if ties[person] < begun}


def may_decide_about(
    staff: User, person: User, *, since: datetime | None = None, now: datetime | None = None, openly: bool = False
) -> bool:
    """Whether staff have no tie with a person that is older than the matter, which began at `since`; where that is not
    said, with the first open report about the person, or now. Whether their rights suffice is asked of `rights`."""
    now = now or timezone.now()
    ties = find_ties(staff, now=now, of=[person.pk], openly=openly)
    if person.pk == staff.pk:
        return False
    return person.pk not in ties or ties[person.pk] >= (since or find_beginning(person, now=now))


def find_beginning(person: User, *, now: datetime, report: Report | None = None) -> datetime:
    """When the matter that is decided now began: with the first open report about the person, or the one that it is
    decided for; now where there is none."""
    waiting = Report.objects.filter(about=person, answered_at=None).order_by("made_at")
    first = waiting.values_list("made_at", flat=True).first()
    reported = report.made_at if report is not None else now
    return min(first or now, reported, now)


def find_beginnings(people: Iterable[int]) -> dict[int, datetime]:
    """When the first open report about each of these people was made, where there is one; one query."""
    waiting = Report.objects.filter(about__in=list(people), answered_at=None).values_list("about")
    return dict(waiting.annotate(at=Min("made_at")).order_by())


def find_beginning_of(logged: LoggedAction) -> datetime:
    """When the matter of a decision began: with the report it was made for, or with itself."""
    return logged.report.made_at if logged.report else logged.done_at


# --- Deciding ----------------------------------------------------------------------------------------------------
def require_decider(
    staff: User,
    people: Iterable[User],
    *,
    over: bool = True,
    report: Report | None = None,
    since: datetime | None = None,
    now: datetime,
    has_shown_factor: bool = False,
    openly: bool = False,
) -> bool:
    """Whether staff who have ties with one of these people, or are one of them, decide all the same: an administrator
    who has just shown a second factor, where nobody else can.

    `over` says that rights over each are needed, as for what is done to a person; a game is decided without. The matter
    began `since` then, or with the `report` it is decided for, or earlier ones that are open. Raises Refusal:
    concerned, factor.
    """
    asked = {each: since or find_beginning(each, now=now, report=report) for each in people if each.is_person}
    if all(may_decide_about(staff, each, since=begun, now=now, openly=openly) for each, begun in asked.items()):
        return False
    if not rights.administers(staff) or find_deciders(asked, over=over, now=now):
        raise Refusal(refusals.CONCERNED(), status=403)  # and no more: why would tell staff who reported them
    if not has_shown_factor:
        raise Refusal(refusals.FACTOR_TO_DECIDE(), status=403)
    return True


def find_deciders(asked: Mapping[User, datetime], *, over: bool = True, now: datetime) -> list[User]:
    """The members of staff who have no ties with any of these people that are older than when each matter began, and
    rights over them where that is needed."""
    return [
        staff
        for staff in rights.list_moderators()
        if all(
            (not over or rights.may_act_on(staff, each)) and may_decide_about(staff, each, since=begun, now=now)
            for each, begun in asked.items()
        )
    ]


def has_others_than(decided_by: User, people: list[User], **how: Any) -> bool:
    """Whether anybody else on the staff may look again at what one of them decided about these people."""
    return bool(list_others_than(decided_by, people, **how))


def list_others_than(
    decided_by: User, people: list[User], *, over: bool = True, since: datetime, now: datetime | None = None
) -> list[User]:
    """Who else on the staff may look again at what one of them decided about these people, in a matter that began at
    `since`. What an administrator decided, moderators look at where no other administrator can."""
    asked = {person: since for person in people if person.is_person}
    found = [each for each in find_deciders(asked, over=over, now=now or timezone.now()) if each != decided_by]
    if not decided_by.is_superuser:
        return found
    return [each for each in found if rights.administers(each)] or found


def is_left_to(staff: User) -> bool:
    """Whether an administrator is the only one who could decide about a game of theirs, since there is no other
    moderator."""
    return rights.administers(staff) and not rights.list_moderators().exclude(pk=staff.pk).exists()


def refuse_held(person: User, *, staff: User, now: datetime) -> None:
    """Raises Refusal, held, while a colleague holds something about this person, so that they get one decision."""
    if holder := find_holder(person, staff=staff, now=now):
        raise Refusal(refusals.HELD(name=holder.held_by, person=person, time=tell_end(holder)))


def tell_end(held: Held) -> str:
    """The time at which a hold ends, such as “18:05 CET”."""
    assert held.held_until is not None
    return tell_moment(held.held_until, form=TIME_OF_ZONE)


def find_holder(person: User, *, staff: User, now: datetime) -> Held | None:
    """What a colleague holds that is about this person: a report, or an appeal of theirs. Two queries at most."""
    held = {"answered_at": None, "held_until__gt": now}
    of_reports = Report.objects.filter(about=person, **held).exclude(held_by=staff)
    theirs = Q(restriction__user=person) | Q(by=person)
    of_appeals = Appeal.objects.filter(theirs, **held).exclude(held_by=staff)
    return next((found for rows in (of_reports, of_appeals) if (found := rows.select_related("held_by").first())), None)
