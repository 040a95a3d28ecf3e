"""A grave report waits. Every moderator who may answer it is told at once."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.conduct import rights
from accounts.models import User
from core.words import Sentence
from moderation import events, reports
from moderation.models import Report
from moderation.queue import Desk
from notifications.contract import Kind
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.timing import Urgency
from notifications.wording import links

GAP = timedelta(hours=6)
"""Among the grave reports about one person, only one is told within this time."""


class ReportGrave(Kind):
    """Sends nothing if a colleague has taken the report meanwhile."""

    label = _("A grave report waits, for moderators")
    order = 150
    urgency = Urgency.LAPSING
    sentence = Sentence("report_grave", "A grave report waits for you")
    page = "moderation"
    is_for_staff = True
    is_confidential = True

    def find_hidden(self, staff: User) -> Q:
        """Hides other readers' rows: a missing row could show a moderator that the report is about them."""
        return ~Q(recipient=staff)

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        if notice.recipient is None or not rights.moderates(notice.recipient):
            raise Dropped("They are no moderator.")
        waiting = Desk(notice.recipient, now=now).waiting.filter(pk=notice.payload["report"])
        report = waiting.select_related("about").first()
        if report is None or report.is_held(now=now):
            raise Dropped("It is answered, or a colleague is at it.")
        link = links.absolute(reverse("moderation_report", args=[report.pk]))
        return {"about": report.about.username, "matter": report.get_matter_display(), "link": link}


kind = ReportGrave()


@receiver(events.report_made)
def on_report_made(*, report_id: int, **_: Any) -> None:
    now = timezone.now()
    report = Report.objects.select_related("about").get(pk=report_id)
    if report.gravity != reports.GRAVE:
        return
    span = int(now.timestamp() // GAP.total_seconds())
    key, payload = f"grave:{report.about_id}:{span}", {"report": report.pk}
    may = [each for each in rights.list_moderators() if reports.may_answer(report, staff=each, now=now)]
    write(*(make(kind.name, key=key, recipient_id=each.pk, payload=payload) for each in may))
