"""News of reports: what became of one."""

from typing import Any

from django.dispatch import receiver

from moderation import events
from moderation.models import Report
from notifications.delivery.writing import make, write
from notifications.models import Kind


@receiver(events.report_answered)
def on_report_answered(*, report_id: int, **_: Any) -> None:
    reporter = Report.objects.values_list("reporter_id", flat=True).get(pk=report_id)
    write(make(Kind.REPORT_RESULT, key=f"report:{report_id}", recipient_id=reporter, payload={"report": report_id}))
