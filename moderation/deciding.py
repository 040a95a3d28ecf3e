"""Decides who may decide about whom. Staff do not decide about people with whom they have ties.

A tie is a running game or one of the last 90 days, a report that the member of staff made about the person, or one that
the person made about them. Ties with the reporter of the person count in the same way. Only ties older than the matter
count: otherwise a player could disarm every moderator by reporting or challenging them all. Reports that staff made
themselves always count, since only they can make those.

All actions, undoings, appeals and answers check this (`require_decider`), and so do the queue and the pages.
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
from core.words import TIME_OF_ZONE, Said, tell_moment
from games.models import Seat
from moderation.models import Appeal, LoggedAction, Report
from moderation.models.held import Held
from moderation.reasons import NEUTRAL
from moderation.words import refusals

LATELY = timedelta(days=90)
ALWAYS = datetime.min.replace(tzinfo=UTC)
Ties = dict[int, datetime]
"""Ids of users with whom a member of staff has ties, and since when."""


class Obstacle(str):
    """A sentence that says why staff may not decide, with the code of the refusal. It is empty if they may."""

    code: str

    def __new__(cls, refusal: Refusal | None = None) -> Obstacle:
        made = super().__new__(cls, refusal.sentence if refusal else "")
        made.code = refusal.code if refusal else ""
        return made

    @property
    def leaves_first_aid(self) -> bool:
        """Whether these staff may still do what hides a text or lasts a day. They may not while a colleague works on
        it."""
        return self.code == "concerned"


# --- Ties --------------------------------------------------------------------------------------------------------
def find_ties(staff: User, *, now: datetime, of: Iterable[int] | None = None, openly: bool = False) -> Ties:
    """Returns the ties of a member of staff with all people, or only with those in `of`. Makes three queries.

    With `openly` it returns only ties that the member of staff knows of. A page that showed the others would reveal who
    reported them.
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
        for person, since in about.union(beside, all=True):  # a union: each part has an index of its own
            ties[person] = min(since, ties.get(person, since))
    made = Report.objects.filter(reporter=staff).order_by()
    accused = _among(made, "about", ids).values_list("about", flat=True)
    seconds = _among(made.exclude(second=None), "second", ids).values_list("second", flat=True)
    return ties | dict.fromkeys(accused.union(seconds), ALWAYS)


def _among(rows: QuerySet[Any], column: str, ids: list[int] | None) -> QuerySet[Any]:
    return rows if ids is None else rows.filter(**{f"{column}__in": ids})


def find_tied(ties: Ties) -> set[int]:
    """Returns the people with open reports about whom staff with these ties may not decide. Makes one query."""
    return {person for person, begun in find_beginnings(ties).items() if ties[person] < begun}


def find_tied_reports(ties: Ties) -> set[int]:
    """Returns the open reports whose reporters have a tie with the member of staff that is older than the report. Makes
    one query."""
    rows = Report.objects.filter(reporter__in=list(ties), answered_at=None).values_list("pk", "reporter", "made_at")
    return {pk for pk, reporter, made_at in rows if ties[reporter] < made_at}


def may_decide_about(
    staff: User, person: User, *, since: datetime | None = None, now: datetime | None = None, openly: bool = False
) -> bool:
    """Whether staff have no tie with a person that is older than the matter. The matter began at `since`, or at the
    first open report about the person, or now. This does not check their rights; `rights` does."""
    now = now or timezone.now()
    ties = find_ties(staff, now=now, of=[person.pk], openly=openly)
    if person.pk == staff.pk:
        return False
    return person.pk not in ties or ties[person.pk] >= (since or find_beginning(person, now=now))


def find_beginning(person: User, *, now: datetime, report: Report | None = None) -> datetime:
    """Returns when the present matter began: at the first open report about the person or at `report`, or now if there
    is none."""
    waiting = _list_accusing([person.pk]).order_by("made_at")
    first = waiting.values_list("made_at", flat=True).first()
    reported = report.made_at if report is not None else now
    return min(first or now, reported, now)


def find_beginnings(people: Iterable[int]) -> dict[int, datetime]:
    """Returns when the first open report about each of these people was made, if there is one. Makes one query."""
    waiting = _list_accusing(people).values_list("about")
    return dict(waiting.annotate(at=Min("made_at")).order_by())


def _list_accusing(people: Iterable[int]) -> QuerySet[Report]:
    """Returns the open reports about these people, except those that ask for help, which accuse no one."""
    return Report.objects.filter(about__in=list(people), answered_at=None).exclude(matter__in=NEUTRAL)


def list_reporters(report: Report | None) -> Ties:
    """Returns the id of the reporter and when they reported."""
    return {report.reporter_id: report.made_at} if report is not None else {}


def list_only_reporters(staff: User, people: Iterable[User], *, now: datetime) -> Ties:
    """Returns those who made the open reports about these people, if staff have ties with all of them: then there is no
    other report that they could decide for. Makes one query, and if there are reports, those of `find_ties`."""
    waiting = _list_accusing(each.pk for each in people).order_by("-made_at")
    found: Ties = dict(waiting.values_list("reporter", "made_at"))
    ties = find_ties(staff, now=now, of=found) if found else {}
    return found if all(pk == staff.pk or ties.get(pk, at) < at for pk, at in found.items()) else {}


def find_beginning_of(logged: LoggedAction) -> datetime:
    """Returns when the matter of a decision began: at the report it was made for, or at the decision."""
    return logged.report.made_at if logged.report else logged.done_at


# --- Deciding ----------------------------------------------------------------------------------------------------
def require_decider(
    staff: User,
    people: Iterable[User],
    *,
    over: bool = True,
    report: Report | None = None,
    since: datetime | None = None,
    reporters: Ties | None = None,
    now: datetime,
    has_shown_factor: bool = False,
    openly: bool = False,
) -> bool:
    """Checks that these staff may decide about these people. Returns whether they decide despite having ties, or being
    one of them. Only administrators may do that, if no one else can decide and they have just confirmed their second
    factor.

    With `over` they need rights over each person. What is done to a person needs them, a decision about a game does
    not. The matter began at `since`, or at the `report`, or at earlier open reports. `reporters` holds further people
    who reported it, and when. Raises Refusal: concerned, factor.
    """
    asked = {each: since or find_beginning(each, now=now, report=report) for each in people if each.is_person}
    beside = (reporters or {}) | list_reporters(report)
    tied = find_first_tied(staff, {each.pk: begun for each, begun in asked.items()} | beside, now=now, openly=openly)
    if tied is None:
        return False
    if not rights.administers(staff) or find_deciders(asked, over=over, reporters=beside, now=now):
        raise Refusal(tell_tie(staff, tied, now=now), status=403)
    if not has_shown_factor:
        raise Refusal(refusals.FACTOR_TO_DECIDE(), status=403)
    return True


def find_first_tied(staff: User, asked: Mapping[int, datetime], *, now: datetime, openly: bool = False) -> int | None:
    """Returns the first of these people about whom staff may not decide, since they have older ties, or are this
    person. `asked` maps each id to when the matter began. Makes three queries."""
    ties = find_ties(staff, now=now, of=asked, openly=openly)
    return next((pk for pk, begun in asked.items() if pk == staff.pk or ties.get(pk, begun) < begun), None)


def tell_tie(staff: User, person_id: int, *, now: datetime) -> Said:
    """Says why another member of staff has to decide, if these staff know of the tie themselves. Otherwise the sentence
    would reveal who reported them."""
    if person_id not in find_ties(staff, now=now, of=[person_id], openly=True):
        return refusals.CONCERNED()
    name = User.objects.values_list("username", flat=True).get(pk=person_id)
    made = Report.objects.filter(reporter=staff).filter(Q(about=person_id) | Q(second=person_id))
    return refusals.CONCERNED_REPORTED(name=name) if made.exists() else refusals.CONCERNED_PLAYED(name=name)


def find_deciders(
    asked: Mapping[User, datetime], *, over: bool = True, reporters: Ties | None = None, now: datetime
) -> list[User]:
    """Returns the members of staff who may decide: they have no ties older than the matter with these people or with
    the reporters, and with `over` they have rights over these people."""
    begun = {each.pk: at for each, at in asked.items()} | (reporters or {})
    return [
        staff
        for staff in rights.list_moderators()
        if all(not over or rights.may_act_on(staff, each) for each in asked)
        and find_first_tied(staff, begun, now=now) is None
    ]


def list_others_than(
    decided_by: User,
    people: list[User],
    *,
    over: bool = True,
    since: datetime,
    reporters: Ties | None = None,
    now: datetime | None = None,
) -> list[User]:
    """Returns the other members of staff who may look again at what one of them decided about these people, in a matter
    that began at `since`. If an administrator decided, moderators may only if no other administrator can."""
    asked = {person: since for person in people if person.is_person}
    deciders = find_deciders(asked, over=over, reporters=reporters, now=now or timezone.now())
    found = [each for each in deciders if each != decided_by]
    if not decided_by.is_superuser:
        return found
    return [each for each in found if rights.administers(each)] or found


def is_left_to(staff: User) -> bool:
    """Whether an administrator is the only one who can decide about their own game, since there is no other
    moderator."""
    return rights.administers(staff) and not rights.list_moderators().exclude(pk=staff.pk).exists()


def refuse_held(person: User, *, staff: User, now: datetime) -> None:
    """Raises Refusal, held, while a colleague holds something about this person, so that the person gets one
    decision."""
    if holder := find_holder(person, staff=staff, now=now):
        raise Refusal(refusals.HELD(name=holder.held_by, person=person, time=tell_end(holder)))


def tell_end(held: Held) -> str:
    """Returns the time at which a hold ends, such as “18:05 CET”."""
    assert held.held_until is not None
    return tell_moment(held.held_until, form=TIME_OF_ZONE)


def find_holder(person: User, *, staff: User, now: datetime) -> Held | None:
    """Returns what a colleague holds that is about this person: a report, or an appeal of theirs. Makes at most two
    queries."""
    held = {"answered_at": None, "held_until__gt": now}
    of_reports = Report.objects.filter(about=person, **held).exclude(held_by=staff)
    theirs = Q(restriction__user=person) | Q(by=person)
    of_appeals = Appeal.objects.filter(theirs, **held).exclude(held_by=staff)
    return next((found for rows in (of_reports, of_appeals) if (found := rows.select_related("held_by").first())), None)
