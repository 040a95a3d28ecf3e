"""Reports: make one, answer one. Nothing else writes Report."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.spending import spend
from games.models import Game
from games.play.errors import Refusal
from moderation import events
from moderation.models import Report


def make(
    reporter: User,
    *,
    about: User,
    matter: str,
    text: str,
    game: Game | None = None,
    origin: str | None = None,
    now: datetime | None = None,
) -> Report:
    """Tells staff of `about`. Raises Refusal: self, no_text, too_often, open_already."""
    now, text = now or timezone.now(), text.strip()
    if reporter.pk == about.pk:
        raise Refusal("You cannot report yourself.", code="self", status=422)
    if not text:
        raise Refusal("Please say what happened, so that somebody can look into it.", code="no_text", status=422)
    try:
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
            spend("report", now=now, sender=reporter.pk, origin=origin)
            return Report.objects.create(
                reporter=reporter, about=about, game=game, matter=Report.Matter(matter), text=text[:2000], made_at=now
            )
    except IntegrityError:
        sentence = (
            f"Your report about {about.username} is with our staff already. You hear from us when it is answered."
        )
        raise Refusal(sentence, code="open_already") from None


def answer(report_id: int, *, outcome: str, answer: str, reason: str, staff: User, now: datetime | None = None) -> None:
    """Closes a report with what its reporter is told. Raises Refusal: answered, concerned."""
    with transaction.atomic():
        report = Report.objects.select_for_update().get(pk=report_id)
        if not report.is_open:
            raise Refusal("This report has been answered.", code="answered")
        if staff.pk in (report.reporter_id, report.about_id):
            raise Refusal("This report concerns you, so somebody else has to answer it.", code="concerned", status=403)
        report.outcome, report.answer, report.reason = Report.Outcome(outcome), answer.strip(), reason.strip()
        report.answered_by, report.answered_at = staff, now or timezone.now()
        report.save()
        events.report_answered.send(sender=Report, report_id=report.pk)
