"""Names under which servers wrote what they found out about senders, and which the site does not trust: so that whoever
runs it sees which name REPLY_AUTHORITY lacks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from replies.mails.proof import read_names
from replies.models import Authority

KEPT = timedelta(days=30)
MOST = 20
"""So many names are kept: the one that was seen least lately makes room."""
EXACT_TO = timedelta(hours=1)
"""A name is not written again within this time."""


def note(names: Iterable[str], *, now: datetime) -> None:
    """Remembers names that stood where senders write none."""
    wanted = set(list(names)[:MOST])
    known = dict(Authority.objects.filter(name__in=wanted).values_list("name", "seen_at"))
    fresh = [name for name in sorted(wanted) if name not in known or now - known[name] > EXACT_TO]
    if not fresh:
        return
    Authority.objects.bulk_create(
        [Authority(name=name, seen_at=now) for name in fresh],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["seen_at"],
    )
    kept = Authority.objects.order_by("-seen_at", "pk").values_list("pk", flat=True)[:MOST]
    Authority.objects.exclude(pk__in=list(kept)).delete()


def list_untrusted() -> list[str]:
    """The names that were seen within 30 days and are not trusted now, the latest first."""
    trusted = read_names(settings.REPLY_AUTHORITY)
    seen = Authority.objects.filter(seen_at__gt=timezone.now() - KEPT).order_by("-seen_at", "name")
    return [name for name in seen.values_list("name", flat=True) if name not in trusted]
