"""The page on which a player finds the emails that nothing was done for, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.words import Said
from notifications import reply_tokens
from notifications.models import Preferences
from replies import repeating, unread
from replies.models import Reply
from replies.words import unread as words

MOST = 100
"""Emails that are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    at: datetime
    line: str
    """What was written, as far as it is kept."""
    why: Said


@require_safe
@login_required
def answers_by_email(request: HttpRequest) -> HttpResponse:
    if not reply_tokens.is_on():
        raise Http404
    found = [Shown(row.arrived_at, row.first_line, unread.show(row)) for row in unread.list_of(request.user.pk)]
    found += list_refused(request.user.pk)
    told = {
        "shown": sorted(found, key=lambda each: each.at, reverse=True)[:MOST],
        "kept": unread.KEPT,
        "is_read": Preferences.of(request.user).by_reply,
    }
    return render(request, "replies/answers.html", told)


def list_refused(user_id: int) -> list[Shown]:
    """Those that were read, and came to nothing. From the third on for the same game as it was, none was answered."""
    since = timezone.now() - unread.KEPT
    rows = Reply.objects.filter(user=user_id, arrived_at__gt=since).exclude(done_at=None).order_by("pk")
    in_a_row: dict[str, int] = {}
    found = []
    for row in rows.only("about", "arrived_at", "first_line", "refused").iterator():
        in_a_row[row.about] = in_a_row.get(row.about, 0) + 1 if row.refused else 0
        if row.refused:
            is_silent = in_a_row[row.about] > repeating.ENOUGH
            why = words.WAS_SILENT() if is_silent else words.WAS_REFUSED()
            found.append(Shown(row.arrived_at, row.first_line, why))
    return found[-MOST:]
