"""What became of the reader's report."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, Exists, OuterRef, Q
from django.db.models.functions import Cast
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.addresses import address_of
from core.numbers import read_number
from core.words import Sentence
from moderation import events, reports
from moderation.models import Report
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines

KEY = "report:"
REQUEST_ANSWERED = Sentence("request_answered", "Staff have answered your request")


class ReportResult(Kind):
    label = _("My report has been answered")
    order = 130
    sentence = Sentence("report_result", "Staff have answered your report")
    page = "my_reports"
    is_confidential = True

    def find_hidden(self, staff: User) -> Q:
        """Returns the notices about reports that these staff may not see either."""
        told = Report.objects.filter(pk=Cast(OuterRef("payload__report"), BigIntegerField()))
        return Q(Exists(told.exclude(pk__in=reports.list_visible(staff).values("pk"))))

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        line = super().tell_inbox(notice, user=user, known=known)
        return replace(line, sentence=REQUEST_ANSWERED()) if notice.payload.get("asked") else line

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        report = Report.objects.select_related("about").filter(pk=notice.payload["report"]).first()
        if report is None or report.is_open:
            raise Dropped("The report is gone, or not answered.")
        return {
            "about": report.about.username,
            "outcome": report.get_outcome_display(),
            "answer": clean_lines(report.answer),
            "accuses": report.accuses,
            "is_corrected": notice.payload.get("corrected", False),
            "link": links.absolute(address_of("my_reports")),
        }


kind = ReportResult()


@receiver(events.report_answered)
def on_report_answered(*, report_id: int, **_: Any) -> None:
    tell(report_id)


@receiver(events.report_corrected)
def on_report_corrected(*, report_id: int, **_: Any) -> None:
    tell(report_id, corrected=True)


def tell(report_id: int, **more: bool) -> None:
    """Tells the reporter of each answer. The key has the number of the answer, so that an earlier one that was undone
    or corrected does not suppress this one. The caller has locked the report."""
    report = Report.objects.get(pk=report_id)
    key = f"{KEY}{report_id}:{count_told(report) + 1}"
    payload = {"report": report_id, **more, **({} if report.accuses else {"asked": True})}
    write(make(kind.name, key=key, recipient_id=report.reporter_id, payload=payload))


def count_told(report: Report) -> int:
    """Returns the number of the latest answer of which the reporter was told."""
    theirs = Notice.objects.filter(recipient=report.reporter_id, kind=kind.name)
    keys = theirs.filter(dedupe_key__startswith=f"{KEY}{report.pk}:").values_list("dedupe_key", flat=True)
    return max((read_number(key.rpartition(":")[2]) or 0 for key in keys), default=0)
