"""The queue of moderators, and how they take and release what is in it."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from core import flash
from core.numbers import LARGEST
from core.posting import posted_from
from core.refusal import Refusal
from moderation import queue, reasons, reports
from moderation.models import Report
from moderation.models.held import HOLD_LASTS
from moderation.views.guard import for_moderators

MATTERS = [("", _("Everything")), *reasons.list_choices()]


class QueueForm(forms.Form):
    """Which reports the queue shows."""

    matter = forms.ChoiceField(label=_("About"), required=False, choices=MATTERS)
    person = forms.CharField(label=_("Person"), required=False, max_length=20)
    age = forms.ChoiceField(label=_("Waiting for"), required=False, choices=[("", _("Any time")), *queue.AGES.items()])
    mine = forms.BooleanField(label=_("Only what I have taken"), required=False)

    def read(self) -> queue.Sought:
        if not self.is_valid():
            return queue.EVERYTHING
        said = self.cleaned_data
        return queue.Sought(said["matter"], said["person"], said["age"], said["mine"])


@require_safe
@for_moderators
def show_queue(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    desk, form = queue.Desk(request.user, now=now), QueueForm(request.GET, label_suffix="")
    sought, after = form.read(), queue.Place.read(request.GET.get("after", ""))
    page = desk.list_groups(sought, after=after)
    address = request.GET.copy()
    address["after"] = page.after
    context = {
        "groups": page.groups,
        "next": f"?{address.urlencode()}" if page.after else "",
        "is_first": after is None,
        "form": form,
        "sought": sought != queue.EVERYTHING,
        "counts": desk.count_by_gravity(),
        "appeals": desk.appeals,
        "held": {appeal.pk for appeal in desk.appeals if appeal.is_held_from(request.user, now=now)},
        "referrals": desk.referrals,
        "now": now,
        "lease": HOLD_LASTS,
    }
    return render(request, "moderation/queue.html", context)


def find_report(request: HttpRequest, pk: int) -> Report:
    """Returns the report, unless it concerns the member of staff. Raises Http404."""
    named = ("about", "reporter", "second", "game", "held_by", "answered_by")
    rows = reports.list_visible(request.user).select_related(*named)
    report = rows.filter(pk=pk).first() if pk <= LARGEST else None
    if report is None:
        raise Http404
    return report


@posted_from(lambda pk: reverse("moderation_report", args=[pk]))
@for_moderators
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Assigns the report to the member of staff if it is free, and opens it."""
    report = find_report(request, pk)
    try:
        reports.take(report.pk, staff=request.user)
    except Refusal as refusal:
        flash.warning(request, refusal.said)
    return redirect("moderation_report", pk)


@posted_from(lambda pk: reverse("moderation"))
@for_moderators
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Makes the report available to other staff again."""
    reports.release(find_report(request, pk).pk, staff=request.user)
    return redirect("moderation")
