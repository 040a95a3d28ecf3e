"""Whether a game may end on time now, by when the parts of the site last showed that they work.

No game may end while its players could not, or perhaps could not, reach the site.
"""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from games.models import Heartbeat, Outage

LONGEST_SILENCE = timedelta(minutes=10)
"""A silence of this length is an outage; until it has been settled nobody loses on time."""

Part = Heartbeat.Part


def may_run_out(now: datetime) -> bool:
    """Whether the pages answer, outages were looked for lately, and each outage has moved every deadline it touched.

    A part that was never heard of is trusted: the site is new, or nobody probes its pages.
    """
    return not find_reasons(now - LONGEST_SILENCE)


@PreparedQuery
def find_reasons(silent_since: datetime) -> QuerySet[Heartbeat, tuple[datetime]]:
    """One query, prepared, since it is asked again for each game that is about to end."""
    silent = Heartbeat.objects.filter(part__in=[Part.WEB, Part.SWEEP], at__lte=silent_since)
    unsettled = Outage.objects.filter(settled_at=None)
    return silent.values_list("at").union(unsettled.values_list("from_at"), all=True)
