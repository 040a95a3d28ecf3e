"""What became of the reader's report."""

from datetime import datetime
from typing import Any

from django.db.models import CharField, Q, Value
from django.db.models.functions import Cast, Concat
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.addresses import address_of
from core.words import Sentence
from moderation import events, reports
from moderation.models import Report
from notifications.contract import Kind
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines

KEY = "report:"
AGAIN, CORRECTED = ":again", ":appeal"
"""What the key of a notice ends in that tells of the same report once more."""


class ReportResult(Kind):
    label = _("My report has been answered")
    order = 130
    sentence = Sentence("report_result", "Staff have answered your report")
    page = "my_reports"
    is_confidential = True

    def find_hidden(self, staff: User) -> Q:
        """Those of reports that they may not see either."""
        hidden = Report.objects.exclude(pk__in=reports.list_visible(staff).values("pk"))
        found = Q()
        for end in ("", AGAIN, CORRECTED):
            keys = hidden.annotate(key=Concat(Value(KEY), Cast("pk", CharField()), Value(end)))
            found |= Q(dedupe_key__in=keys.values("key"))
        return found

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
    """An answer of before, which was undone meanwhile, does not keep them from being told the new one."""
    key = f"{KEY}{report_id}"
    tell(report_id, key=f"{key}{AGAIN}" if Notice.objects.filter(dedupe_key=key).exists() else key)


@receiver(events.report_corrected)
def on_report_corrected(*, report_id: int, **_: Any) -> None:
    tell(report_id, key=f"{KEY}{report_id}{CORRECTED}", corrected=True)


def tell(report_id: int, *, key: str, **more: bool) -> None:
    reporter = Report.objects.values_list("reporter_id", flat=True).get(pk=report_id)
    write(make(kind.name, key=key, recipient_id=reporter, payload={"report": report_id, **more}))
