"""What becomes of reports whose decision is undone: they are open as before, or an appeal puts right who was right."""

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
"""So many reports are looked at."""


def follow_undone(logged: LoggedAction, *, staff: User, is_appeal: bool, now: datetime) -> None:
    """Looks after the reports that a decision answered which is undone now, in the same transaction. What another
    measure still stands for stays answered. Of the others an appeal tells that nothing against the rules was found, so
    that their reporters are told and were wrong; else they are open again, since somebody has to decide anew."""
    case = list_case(logged)
    answered = {pk for row in case for pk in row.after.get(ANSWERED, [])}
    answered |= {row.report_id for row in case if row.action == "answer" and row.report_id}  # as it was logged once
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
    """The measures of one decision: what one member of staff did in one instant."""
    rows = LoggedAction.objects.filter(by=logged.by, done_at=logged.done_at, reverses=None)
    return list(rows.select_related("reversed_by").order_by("pk")[:MOST])


def stands(row: LoggedAction) -> bool:
    """Whether it is a decision that nobody has undone."""
    action = registry.ACTIONS.find(row.action)
    return action is not None and action.decides and action.settles and not hasattr(row, "reversed_by")


def _put_right(report: Report, *, staff: User, now: datetime) -> None:
    report.outcome, report.answered_by, report.answered_at = Report.Outcome.NO_BREACH, staff, now
    report.save(update_fields=["outcome", "answered_by", "answered_at"])
    events.report_corrected.send(sender=Report, report_id=report.pk)


def _reopen(report: Report) -> None:
    """Opens it again; where its reporter has made the same one anew since, it can only be told that it was neither."""
    try:
        with transaction.atomic():
            columns = {"outcome": "", "answer": "", "reason": "", "answered_by": None, "answered_at": None}
            Report.objects.filter(pk=report.pk).update(**columns, held_by=None, held_until=None)
    except IntegrityError:
        Report.objects.filter(pk=report.pk).update(outcome=Report.Outcome.UNCLEAR)
