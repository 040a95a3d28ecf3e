"""People who report often."""

from datetime import datetime

from django.db.models import Count

from moderation.models import Report
from moderation.signals.contract import Found, Signal, count, name_people


class Helpful(Signal):
    label = "Reports often"
    explanation = "Worth thanking."

    def find(self, *, now: datetime) -> list[Found]:
        rows = Report.objects.values_list("reporter").annotate(reports=Count("pk")).order_by("-reports")
        return name_people(((user,), count(reports, "report")) for user, reports in rows)


kind = Helpful()
