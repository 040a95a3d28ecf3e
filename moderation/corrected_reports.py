"""Updates the reports that an undone decision had answered. They are open again, or, after an appeal, their answer is
corrected."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from moderation import events
from moderation.actions import registry
from moderation.models import LoggedAction, Report
from moderation.models.log import ANSWERED

MOST = 200
"""The most reports and rows of the log that this reads."""


def follow_undone(logged: LoggedAction, *, staff: User, is_appeal: bool, now: datetime) -> None:
    """Updates, in the same transaction, the reports that a decision answered which is now undone.

    A report stays answered if another measure for it still stands. After an appeal, the others are answered again:
    nothing against the rules was found, and their reporters are told. Otherwise they are open again, since staff have
    to decide anew.
    """
    case = list_case(logged)
    answered = {pk for row in case for pk in row.after.get(ANSWERED, [])}
    answered |= {row.report_id for row in case if row.action == "answer" and row.report_id}  # as older code logged it
    if not answered or any(stands(row) for row in case if row.pk != logged.pk):
        return
    own = [row.pk for row in case]
    found = Report.objects.select_for_update(no_key=True, of=("self",)).filter(
        pk__in=answered, outcome=Report.Outcome.ACTED, answered_by=logged.by
    )
    for report in found.order_by("pk")[:MOST]:
        later = LoggedAction.objects.filter(Q(report=report), reverses=None, reversed_by=None).exclude(pk__in=own)
        if any(stands(row) for row in later):
            continue
        if is_appeal:
            _put_right(report, staff=staff, now=now)
        else:
            _reopen(report)


def list_case(logged: LoggedAction) -> list[LoggedAction]:
    """Returns the measures of one decision: what one member of staff did at one instant."""
    rows = LoggedAction.objects.filter(by=logged.by, done_at=logged.done_at, reverses=None)
    return list(rows.select_related("reversed_by").order_by("pk")[:MOST])


def stands(row: LoggedAction) -> bool:
    """Whether the row is a decision that has not been undone."""
    action = registry.ACTIONS.find(row.action)
    return action is not None and action.decides and action.settles and not hasattr(row, "reversed_by")


def _put_right(report: Report, *, staff: User, now: datetime) -> None:
    report.outcome, report.answered_by, report.answered_at = Report.Outcome.NO_BREACH, staff, now
    report.save(update_fields=["outcome", "answered_by", "answered_at"])
    events.report_corrected.send(sender=Report, report_id=report.pk)


def _reopen(report: Report) -> None:
    """Opens the report again. If its reporter has made the same report again since, it is closed as unclear instead."""
    try:
        with transaction.atomic():
            columns = {"outcome": "", "answer": "", "reason": "", "answered_by": None, "answered_at": None}
            Report.objects.filter(pk=report.pk).update(**columns, held_by=None, held_until=None)
    except IntegrityError:
        Report.objects.filter(pk=report.pk).update(outcome=Report.Outcome.UNCLEAR)
