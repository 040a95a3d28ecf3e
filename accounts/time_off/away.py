"""Who is away: on a vacation that they have set themselves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max

from accounts.models import Vacation


def find_away(user_ids: Iterable[int], *, now: datetime) -> dict[int, datetime]:
    """Those of these players who are on vacation now, and until when; one query. Days that were used automatically
    don’t count: nobody has said that they are away then."""
    running = Vacation.objects.filter(user__in=set(user_ids), from_at__lte=now, until_at__gt=now, automatic=False)
    return dict(running.values("user").annotate(until=Max("until_at")).values_list("user", "until"))
