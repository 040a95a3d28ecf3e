"""People who report often."""

from datetime import datetime

from django.db.models import Count, Max

from core.words import Sentence
from moderation.models import Report
from moderation.signals.contract import Found, Row, Signal, name_people

REPORTS = Sentence("reports", "{n} report", "{n} reports", "n")


class Helpful(Signal):
    label = "Reports often"
    explanation = "Worth thanking."

    def find(self, *, now: datetime) -> list[Found]:
        counted = Report.objects.values_list("reporter").annotate(reports=Count("pk"), last=Max("made_at"))
        rows = counted.order_by("-reports")
        return name_people(Row((user,), REPORTS(n=reports), 1, last, reports) for user, reports, last in rows)


kind = Helpful()
