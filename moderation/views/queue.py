"""The queue of moderators, and how they take what is in it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.numbers import LARGEST
from core.posting import posted_from
from core.refusal import Refusal
from moderation import queue, reports
from moderation.models import Report
from moderation.models.held import HOLD_LASTS
from moderation.views.guard import for_moderators


@require_safe
@for_moderators
def show_queue(request: HttpRequest) -> HttpResponse:
    now, appeals = timezone.now(), queue.list_appeals(request.user)
    context = {
        "groups": queue.list_groups(request.user, now=now),
        "appeals": appeals,
        "held": {appeal.pk for appeal in appeals if appeal.is_held_from(request.user, now=now)},
        "now": now,
        "lease": HOLD_LASTS,
    }
    return render(request, "moderation/queue.html", context)


def find_report(request: HttpRequest, pk: int) -> Report:
    """The report, unless it concerns the member of staff. Raises Http404."""
    rows = reports.list_visible(request.user).select_related("about", "reporter", "game", "held_by", "answered_by")
    report = rows.filter(pk=pk).first() if pk <= LARGEST else None
    if report is None:
        raise Http404
    return report


@posted_from(lambda pk: reverse("moderation_report", args=[pk]))
@for_moderators
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Assigns it to the member of staff, if nobody has it, and opens it."""
    report = find_report(request, pk)
    try:
        reports.take(report.pk, staff=request.user)
    except Refusal as refusal:
        messages.warning(request, refusal.sentence)
    return redirect("moderation_report", pk)


@posted_from(lambda pk: reverse("moderation"))
@for_moderators
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Makes it available to other staff again."""
    reports.release(find_report(request, pk).pk, staff=request.user)
    return redirect("moderation")
