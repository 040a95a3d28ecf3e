"""The safeguards of the site, for administrators."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.posted.sent_forms import once
from accounts.safeguards import SignUps, are_tightened, read
from core.versions import Versioned
from moderation import log, safeguards
from moderation.models.log import SWITCHED
from moderation.staff_forms import note_field
from moderation.views.guard import for_administrators

SHOWN = 5
"""How many of the last changes the page lists."""


class SwitchesForm(Versioned, forms.Form):
    sign_ups = forms.ChoiceField(label="Sign-ups", choices=SignUps.choices, widget=forms.RadioSelect)
    tighten = forms.BooleanField(
        label="Tighten the limits of new accounts for a day",
        required=False,
        help_text="Accounts younger than a week may then do a quarter of what others may.",
    )
    reason = note_field("Reason")


@require_http_methods(["GET", "HEAD", "POST"])
@for_administrators
@once()
def switches(request: HttpRequest) -> HttpResponse:
    now, present = timezone.now(), read()
    tightened = are_tightened(now=now)
    form = SwitchesForm(request.POST or None, saved=safeguards.read(now=now), label_suffix="")
    if request.method == "POST" and form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in ("sign_ups", "tighten", "reason")}
        safeguards.change(**chosen, staff=request.user, now=now, check=form.refuse_outdated)
        messages.success(request, "Switched.")
        return redirect("moderation_site")
    rows = log.list_visible(request.user).filter(action=SWITCHED).select_related("by", "person", "reversed_by")
    context = {
        "form": form,
        "tightened_until": present.tightened_until if tightened else None,
        "rows": rows.order_by("-pk")[:SHOWN],
    }
    return render(request, "moderation/site.html", context, status=422 if form.errors else 200)
