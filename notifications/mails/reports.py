"""The mail about a report: what became of it."""

from datetime import datetime
from typing import Any

from core.addresses import address_of
from moderation.models import Report
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording import links
from notifications.wording.clean import clean_lines


def result(notice: Notice, *, now: datetime) -> dict[str, Any]:
    report = Report.objects.select_related("about").filter(pk=notice.payload["report"]).first()
    if report is None or report.is_open:
        raise Dropped("The report is gone, or not answered.")
    return {
        "about": report.about.username,
        "outcome": report.get_outcome_display(),
        "answer": clean_lines(report.answer),
        "link": links.absolute(address_of("report", report.about.username)),
    }
