"""Makes and answers reports. Except for `own_reports` and `corrected_reports`, no other module writes Report."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.conduct import rights
from accounts.conduct.restrictions import Activity, lock, refuse
from accounts.limiting.spending import spend
from accounts.models import User
from core.refusal import Refusal
from core.words import WEEKDAY_LONG_MOMENT, Said, Sentence, tell_moment
from games.models import Game, Seat
from games.reading.seats import read_seats
from moderation import deciding, events, gravity, log, reasons, referrals
from moderation.deciding import Obstacle
from moderation.models import LoggedAction, Report
from moderation.models.held import HOLD_LASTS, is_free_for
from moderation.reasons import Reason
from moderation.things.contract import Thing
from moderation.things.kinds import profile
from moderation.words import log as log_words
from moderation.words import refusals

MOST_HELD = 200
GRAVE = 1
"""The gravity of reports of which staff are told at once."""


def make(
    reporter: User,
    *,
    about: User,
    matter: str,
    text: str,
    thing: Thing | None = None,
    game: Game | None = None,
    second: User | None = None,
    origin: tuple[str, ...] = (),
    now: datetime | None = None,
) -> Report:
    """Reports `about` to staff, with the thing in its present state, or the profile if none is given. `game` says where
    it happened, for a thing without a game. `second` is an account that may be the same person's. Raises Refusal: self,
    no_text, not_for_staff, no_game, too_often, open_already, barred_reports, suspended."""
    now, text, thing = now or timezone.now(), text.strip(), thing or profile.kind.of(about)
    reason, game = reasons.find_reason(matter), thing.game or game
    if reason.accuses:
        _refuse_own(reporter, about, second)
    _refuse_incomplete(reason, about=about, text=text, game=game)
    try:
        with transaction.atomic():
            refuse(User.objects.select_for_update(no_key=True).get(pk=reporter.pk), Activity.REPORT, now=now)
            spend("report", now=now, sender=reporter.pk, origin=origin)
            report = Report(reporter=reporter, about=about, matter=matter, text=text[:2000], game=game, made_at=now)
            report.thing, report.thing_id, report.kept = thing.kind, thing.pk, thing.keep()
            report.second = second if reason.asks_second else None
            report.gravity = gravity.weigh_of(reporter, reason)
            report.save(force_insert=True)
            events.report_made.send(sender=Report, report_id=report.pk)
            return report
    except IntegrityError:
        raise Refusal(refusals.OPEN_ALREADY()) from None


def _refuse_own(reporter: User, *named: User | None) -> None:
    """Raises Refusal: self."""
    if reporter in named:
        raise Refusal(refusals.SELF_REPORTED(), status=422)


def _refuse_incomplete(reason: Reason, *, about: User, text: str, game: Game | None) -> None:
    """Raises Refusal: not_for_staff, no_text, no_game."""
    if reason.instead:
        raise Refusal(_say_instead(reason, reason.instead, game, about=about), status=422)
    if not text:
        raise Refusal(refusals.NO_REPORT_TEXT(), status=422)
    if reason.needs_game and game is None:
        raise Refusal(refusals.NO_GAME(), status=422)


def _say_instead(reason: Reason, instead: Sentence, game: Game | None, *, about: User) -> Said:
    """Returns the answer to such a report, with the deadline if it is the reported player's turn in the named game."""
    if game is None or game.is_over or game.deadline_at is None:
        return instead()
    seat = read_seats(game, reader_id=about.pk).mine
    if seat is None or seat.side != game.side_to_move or reason.instead_until is None:
        return instead()
    until = tell_moment(game.deadline_at, form=WEEKDAY_LONG_MOMENT)
    return reason.instead_until(name=about.username, until=until)


def answer(
    report_id: int,
    *,
    outcome: str,
    answer: str,
    reason: str,
    staff: User,
    has_shown_factor: bool = False,
    now: datetime | None = None,
) -> None:
    """Closes a report with an answer to its reporter. Raises Refusal: not_yours, answered, concerned, factor,
    claimed."""
    now = now or timezone.now()
    with transaction.atomic():
        report = Report.objects.select_for_update(no_key=True, of=("self",)).select_related("about").get(pk=report_id)
        is_concerned = refuse_others(report, staff=staff, now=now, has_shown_factor=has_shown_factor)
        row = _close(report, outcome=outcome, answer=answer, reason=reason, staff=staff, now=now)
        if is_concerned:
            referrals.ask_to_confirm(row, now=now)


def answer_by_act(
    numbers: Iterable[int], *, staff: User, reason: str, is_concerned: bool = False, now: datetime
) -> list[int]:
    """Closes, in the transaction of a decision, the reports that it answers, and tells their reporters that staff have
    acted. Reports that concern these staff stay open, unless no one else could decide. Returns the numbers of the
    closed reports for the decision's row in the log."""
    waiting = list_visible(staff).filter(pk__in=list(numbers), answered_at=None)
    if not is_concerned:
        waiting = waiting.exclude(concerning(staff.pk)).exclude(pk__in=find_tied_to(staff, now=now))
    found = list(waiting.select_for_update(no_key=True, of=("self",)).order_by("pk")[:MOST_HELD])
    for report in found:
        _store(report, outcome=Report.Outcome.ACTED, answer="", reason=reason, staff=staff, now=now)
        events.report_answered.send(sender=Report, report_id=report.pk)
    return [report.pk for report in found]


def find_tied_to(staff: User, *, now: datetime) -> set[int]:
    """Returns the open reports whose reporters have older ties with these staff."""
    return deciding.find_tied_reports(deciding.find_ties(staff, now=now))


def _store(report: Report, *, outcome: str, answer: str, reason: str, staff: User, now: datetime) -> None:
    report.outcome, report.answer, report.reason = Report.Outcome(outcome), answer.strip(), reason.strip()[:1000]
    report.answered_by, report.answered_at = staff, now
    report.save()


def _close(report: Report, **answer: Any) -> LoggedAction:
    _store(report, **answer)
    staff, now = answer["staff"], answer["now"]
    what = log_words.REPORT_ANSWERED(outcome=report.get_outcome_display())
    row = log.write(
        "answer",
        by=staff,
        what=what,
        reason=report.reason,
        now=now,
        person=report.about,
        game=report.game,
        report=report,
    )
    events.report_answered.send(sender=Report, report_id=report.pk)
    return row


def take(report_id: int, *, staff: User, now: datetime | None = None) -> None:
    """Assigns everything that waits about the same person to a member of staff for a while, so that no two work on it.

    The person is locked first, since two reports about them may be taken at once. Raises Refusal: concerned, answered,
    claimed.
    """
    now = now or timezone.now()
    with transaction.atomic():
        lock(Report.objects.values_list("about_id", flat=True).get(pk=report_id))
        report = Report.objects.select_for_update(no_key=True, of=("self",)).select_related("about").get(pk=report_id)
        refuse_others(report, staff=staff, now=now, has_shown_factor=True)
        same = Report.objects.filter(about=report.about_id, answered_at=None).exclude(concerning(staff.pk))
        keys = list(same.filter(is_free_for(staff, now=now)).order_by("pk").values_list("pk", flat=True)[:MOST_HELD])
        taken = Report.objects.filter(pk__in={report.pk, *keys}, answered_at=None)
        taken.update(held_by=staff, held_until=now + HOLD_LASTS)


def release(report_id: int, *, staff: User) -> None:
    """Makes what waits about the same person available to other staff again. It locks the person first, as `take`
    does."""
    with transaction.atomic():
        person = lock(Report.objects.values_list("about_id", flat=True).get(pk=report_id))
        mine = Report.objects.filter(about=person, answered_at=None, held_by=staff)
        mine.update(held_by=None, held_until=None)


def refuse_others(
    report: Report, *, staff: User, now: datetime, has_shown_factor: bool = False, openly: bool = False
) -> bool:
    """Raises Refusal unless these staff may answer a report now: not_yours, concerned, factor, answered, claimed.
    Returns whether they may only because no one else can."""
    is_concerned = not may_answer(report, staff=staff, now=now, openly=openly)
    if is_concerned and not _is_left_to(staff, report, now=now):
        raise Refusal(tell_concern(report, staff=staff, now=now), status=403)
    rights.require_moderator(staff)
    if not report.is_open:
        raise Refusal(refusals.REPORT_ANSWERED())
    if report.is_held_from(staff, now=now):
        raise Refusal(refusals.REPORT_CLAIMED(name=report.held_by, time=deciding.tell_end(report)))
    if is_concerned and not has_shown_factor:
        raise Refusal(refusals.FACTOR_TO_ANSWER(), status=403)
    return is_concerned


def find_obstacle(report: Report, *, staff: User, now: datetime) -> Obstacle:
    """Says why these staff may not answer the report now, as far as they may know. The sentence is empty if they
    may."""
    try:
        refuse_others(report, staff=staff, now=now, has_shown_factor=True, openly=True)
    except Refusal as refusal:
        return Obstacle(refusal)
    return Obstacle()


def may_answer(report: Report, *, staff: User, now: datetime, openly: bool = False) -> bool:
    """Whether the report does not concern these staff, and they have no ties with its reporter or the person it is
    about. Reports about staff are only for administrators."""
    if concerns(report, staff=staff) or (report.about.is_staff and not rights.administers(staff)):
        return False
    return find_tied(report, staff=staff, now=now, openly=openly) is None


def find_tied(report: Report, *, staff: User, now: datetime, openly: bool = False) -> int | None:
    """Returns the person or the reporter if these staff have ties with them that are older than the matter."""
    since = deciding.find_beginning(report.about, now=now, report=report)
    asked = {report.about_id: since, **deciding.list_reporters(report)}
    return deciding.find_first_tied(staff, asked, now=now, openly=openly)


def tell_concern(report: Report, *, staff: User, now: datetime) -> Said:
    """Says why another member of staff has to answer the report, as far as these staff may know."""
    tied = find_tied(report, staff=staff, now=now, openly=True)
    return refusals.CONCERNED() if tied in (None, staff.pk) else deciding.tell_tie(staff, tied, now=now)


def _is_left_to(staff: User, report: Report, *, now: datetime) -> bool:
    """Whether an administrator has to answer the report since no one else can. They never answer one about
    themselves."""
    if not rights.administers(staff) or report.about_id == staff.pk:
        return False
    return not any(may_answer(report, staff=each, now=now) for each in rights.list_moderators())


def concerns(report: Report, *, staff: User) -> bool:
    """Whether this member of staff made the report, is one of the people it is about, or plays in its game."""
    return Report.objects.filter(concerning(staff.pk), pk=report.pk).exists()


def list_visible(staff: User) -> QuerySet[Report]:
    """Returns all reports except those that concern the reader, who could find out who complained. Reports about staff
    are only for administrators.

    An administrator still sees a report that concerns them if there is no other administrator whom it does not concern.
    """
    visible = ~concerning(staff.pk)
    if not staff.is_superuser:
        visible &= Q(about__is_staff=False)
    else:
        others = User.objects.filter(is_superuser=True, is_staff=True, is_active=True).exclude(pk=staff.pk)
        seat = Seat.objects.filter(game_id=OuterRef(OuterRef("game_id")), user_id=OuterRef("pk"))
        others = others.exclude(pk=OuterRef("about_id")).exclude(pk=OuterRef("reporter_id")).exclude(Exists(seat))
        others = others.exclude(pk=Coalesce(OuterRef("second_id"), 0))
        visible |= Q(~Exists(others))
    return Report.objects.filter(visible)


def concerning(user_id: int) -> Q:
    seat = Seat.objects.filter(game_id=OuterRef("game_id"), user_id=user_id)
    return Q(about_id=user_id) | Q(second_id=user_id) | Q(reporter_id=user_id) | Q(Exists(seat))
