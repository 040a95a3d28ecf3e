"""What reporters do with their open reports: they add to one, or withdraw it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.conduct.restrictions import Activity, lock, refuse
from accounts.limiting.spending import spend
from accounts.models import User
from core.refusal import Refusal
from moderation import log
from moderation.models import Report
from moderation.models.log import REPORT_WITHDRAWN
from moderation.words import log as log_words
from moderation.words import refusals

LONGEST = 2000
"""The most characters that may be added to one report in all."""


def add(report_id: int, *, reporter: User, text: str, now: datetime | None = None) -> None:
    """Adds what the reporter writes to their open report, with the time. Raises Refusal: no_text, answered, too_long,
    too_often, barred_reports, suspended; Report.DoesNotExist for another person's report."""
    now, text = now or timezone.now(), text.strip()
    if not text:
        raise Refusal(refusals.NO_ADDITION(), status=422)
    with transaction.atomic():
        refuse(lock(reporter.pk), Activity.REPORT, now=now)
        report = lock_open(report_id, reporter=reporter)
        left = LONGEST - sum(len(each["text"]) for each in report.additions)
        if len(text) > left:
            raise Refusal(refusals.NO_ROOM(left=left, length=len(text)), status=422)
        spend("report_addition", now=now, sender=reporter.pk, recipient=f"report-{report.pk}")
        report.additions = [*report.additions, {"at": now.isoformat(), "text": text}]
        report.save(update_fields=["additions"])


def withdraw(report_id: int, *, reporter: User, now: datetime | None = None) -> None:
    """Takes the reporter's open report out of the queue of staff. It stays in the log, and counts neither for nor
    against the reporter. Raises Refusal: answered; Report.DoesNotExist for another person's report."""
    now = now or timezone.now()
    with transaction.atomic():
        report = lock_open(report_id, reporter=reporter)
        report.outcome, report.answered_at = Report.Outcome.WITHDRAWN, now
        report.held_by, report.held_until = None, None
        report.save(update_fields=["outcome", "answered_at", "held_by", "held_until"])
        what = log_words.REPORT_WITHDRAWN(matter=report.get_matter_display())
        log.write(
            REPORT_WITHDRAWN, by=reporter, what=what, now=now, person=report.about, game=report.game, report=report
        )


def lock_open(report_id: int, *, reporter: User) -> Report:
    """Returns the reporter's own open report, locked. Raises Refusal: answered; Report.DoesNotExist."""
    rows = Report.objects.select_for_update(no_key=True, of=("self",))
    report = rows.get(pk=report_id, reporter=reporter)
    if not report.is_open:
        raise Refusal(refusals.OWN_WITHDRAWN() if report.is_withdrawn else refusals.OWN_ANSWERED())
    return report
