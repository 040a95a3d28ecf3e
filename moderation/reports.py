"""Reports: make one, answer one. Nothing else writes Report."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.conduct import rights
from accounts.conduct.restrictions import Activity, lock, refuse
from accounts.limiting.spending import spend
from accounts.models import User
from core.refusal import Refusal
from games.models import Game, Seat
from games.reading.seats import read_seats
from moderation import events, log, reasons
from moderation.models import Report
from moderation.models.held import HOLD_LASTS, is_free_for
from moderation.reasons import Reason
from moderation.things.contract import Thing
from moderation.things.kinds import profile

MOST_HELD = 200
CONCERNED = "This report concerns you, so somebody else has to answer it."


def make(
    reporter: User,
    *,
    about: User,
    matter: str,
    text: str,
    thing: Thing | None = None,
    game: Game | None = None,
    origin: tuple[str, ...] = (),
    now: datetime | None = None,
) -> Report:
    """Reports `about` to staff, with the thing as it is now, or the profile where none is given.

    `game` says where it happened, for a thing that does not belong to a game itself. Raises Refusal: self, no_text,
    not_for_staff, no_game, too_often, open_already, barred_reports, suspended.
    """
    now, text = now or timezone.now(), text.strip()
    thing = thing or profile.kind.of(about)
    reason, game = reasons.find_reason(matter), thing.game or game
    if reporter.pk == about.pk:
        raise Refusal("You can’t report yourself.", code="self", status=422)
    _refuse_incomplete(reason, about=about, text=text, game=game)
    try:
        with transaction.atomic():
            refuse(User.objects.select_for_update(no_key=True).get(pk=reporter.pk), Activity.REPORT, now=now)
            spend("report", now=now, sender=reporter.pk, origin=origin)
            return Report.objects.create(
                reporter=reporter,
                about=about,
                thing=thing.kind,
                thing_id=thing.pk,
                kept=thing.keep(),
                game=game,
                matter=matter,
                gravity=reason.gravity,
                text=text[:2000],
                made_at=now,
            )
    except IntegrityError:
        raise _open_already(thing) from None


def _open_already(thing: Thing) -> Refusal:
    sentence = f"Your report about {thing.title} is already with our staff. We’ll let you know when it is answered."
    return Refusal(sentence, code="open_already")


def _refuse_incomplete(reason: Reason, *, about: User, text: str, game: Game | None) -> None:
    """Raises Refusal: not_for_staff, no_text, no_game."""
    if reason.instead:
        raise Refusal(_say_instead(reason, game, about=about), code="not_for_staff", status=422)
    if not text:
        raise Refusal("Please say what happened, so that someone can look into it.", code="no_text", status=422)
    if reason.needs_game and game is None:
        raise Refusal("Please tell us in which game.", code="no_game", status=422)


def _say_instead(reason: Reason, game: Game | None, *, about: User) -> str:
    """The answer to such a report, with the deadline if it is the reported player's turn in the named game."""
    if game is None or game.is_over or game.deadline_at is None:
        return reason.instead
    seat = read_seats(game, reader_id=about.pk).mine
    if seat is None or seat.side != game.side_to_move:
        return reason.instead
    until = timezone.localtime(game.deadline_at)
    return f"{reason.instead} {about.username} has until {until:%A %-d %B, %H:%M %Z}."


def answer(report_id: int, *, outcome: str, answer: str, reason: str, staff: User, now: datetime | None = None) -> None:
    """Closes a report with an answer to its reporter. Raises Refusal: not_yours, answered, concerned, claimed."""
    now = now or timezone.now()
    with transaction.atomic():
        report = Report.objects.select_for_update(no_key=True, of=("self",)).get(pk=report_id)
        refuse_others(report, staff=staff, now=now)
        report.outcome, report.answer, report.reason = Report.Outcome(outcome), answer.strip(), reason.strip()
        report.answered_by, report.answered_at = staff, now
        report.save()
        log.write(
            "answer",
            by=staff,
            person=report.about,
            game=report.game,
            report=report,
            what=f"Answered: {report.get_outcome_display()}.",
            reason=report.reason,
            now=report.answered_at,
        )
        events.report_answered.send(sender=Report, report_id=report.pk)


def take(report_id: int, *, staff: User, now: datetime | None = None) -> None:
    """Assigns all that waits about the same person to a member of staff for a while, so that no two work on it.

    The person is locked first, since two reports about them may be taken at once. Raises Refusal: concerned,
    answered, claimed.
    """
    now = now or timezone.now()
    with transaction.atomic():
        lock(Report.objects.values_list("about_id", flat=True).get(pk=report_id))
        report = Report.objects.select_for_update(no_key=True, of=("self",)).get(pk=report_id)
        refuse_others(report, staff=staff, now=now)
        same = Report.objects.filter(about=report.about_id, answered_at=None).exclude(_concerning(staff.pk))
        keys = list(same.filter(is_free_for(staff, now=now)).order_by("pk").values_list("pk", flat=True)[:MOST_HELD])
        taken = Report.objects.filter(pk__in={report.pk, *keys}, answered_at=None)
        taken.update(held_by=staff, held_until=now + HOLD_LASTS)


def release(report_id: int, *, staff: User) -> None:
    """Makes what waits about the same person available to other staff again. The person is locked first, as by
    `take`."""
    with transaction.atomic():
        person = lock(Report.objects.values_list("about_id", flat=True).get(pk=report_id))
        mine = Report.objects.filter(about=person, answered_at=None, held_by=staff)
        mine.update(held_by=None, held_until=None)


def refuse_others(report: Report, *, staff: User, now: datetime) -> None:
    """Raises Refusal unless they may answer a locked report now: not_yours, concerned, answered, claimed."""
    if concerns(report, staff=staff):
        raise Refusal(CONCERNED, code="concerned", status=403)
    rights.require_moderator(staff)
    if not report.is_open:
        raise Refusal("This report has been answered.", code="answered")
    if report.is_held_from(staff, now=now):
        until = timezone.localtime(report.held_until)
        sentence = f"{report.held_by} is working on this, until {until:%H:%M %Z} at the latest."
        raise Refusal(sentence, code="claimed")


def concerns(report: Report, *, staff: User) -> bool:
    """Whether this member of staff made the report, is the person it is about, or plays in its game."""
    return Report.objects.filter(_concerning(staff.pk), pk=report.pk).exists()


def list_visible(staff: User) -> QuerySet[Report]:
    """All reports except those that concern the reader, who could find out who complained.

    An administrator still sees one if every other administrator is concerned, too, or there is no other.
    """
    visible = ~_concerning(staff.pk)
    if staff.is_superuser:
        others = User.objects.filter(is_superuser=True, is_staff=True, is_active=True).exclude(pk=staff.pk)
        seat = Seat.objects.filter(game_id=OuterRef(OuterRef("game_id")), user_id=OuterRef("pk"))
        others = others.exclude(pk=OuterRef("about_id")).exclude(pk=OuterRef("reporter_id")).exclude(Exists(seat))
        visible |= Q(~Exists(others))
    return Report.objects.filter(visible)


def _concerning(user_id: int) -> Q:
    seat = Seat.objects.filter(game_id=OuterRef("game_id"), user_id=user_id)
    return Q(about_id=user_id) | Q(reporter_id=user_id) | Q(Exists(seat))
