"""The page of signals: figures that may be worth a look, the weightiest first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from accounts.posted.sent_forms import once
from accounts.signing_in import staff_factor
from core import flash
from core.form_errors import invalid
from core.refusal import Refusal, note_refusal
from moderation.signals import dismissing, registry
from moderation.signals.contract import SINCE
from moderation.signals.ranking import HALF_LIFE, group, rank
from moderation.staff_forms import DismissForm
from moderation.views.guard import for_moderators, has_just_shown_factor
from moderation.words import done

SHOWN = 100
"""The most rows that the page shows. These are the weightiest ones."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def show_signals(request: HttpRequest) -> HttpResponse:
    """Shows the findings of all signals or of one, and dismisses a row with a reason."""
    form = DismissForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return show(request, form, status=422 if form.errors else 200)
    said, shown = form.cleaned_data, has_just_shown_factor(request)
    try:
        dismissing.dismiss(
            said["signal"], said["found"], reason=said["reason"], staff=request.user, has_shown_factor=shown
        )
    except Refusal as refusal:
        if refusal.code == "factor":
            return staff_factor.ask_again(request)
        form.add_error(None, invalid(refusal.said))
        return note_refusal(show(request, form), refusal)
    flash.success(request, done.DISMISSED())
    kind = request.GET.get("kind", "")
    return redirect(reverse("moderation_signals") + (f"?{urlencode({'kind': kind})}" if kind else ""))


def show(request: HttpRequest, form: DismissForm, *, status: int = 200) -> HttpResponse:
    signals = registry.SIGNALS.by_name()
    kind = request.GET.get("kind", "")
    kind = kind if kind in signals else ""
    ranked = rank(reader=request.user, now=timezone.now(), kind=kind)
    sent = form.data.get("found", "")
    context = {
        "kinds": list(signals.values()),
        "kind": signals.get(kind),
        "groups": group(ranked[:SHOWN]),
        "more": max(len(ranked) - SHOWN, 0),
        "form": form,
        "is_there": any(each.key == sent for each in ranked[:SHOWN]),
        "days": SINCE.days,
        "half_life": HALF_LIFE.days,
    }
    return render(request, "moderation/signals.html", context, status=status)
