"""The safeguards of the site. Moderators can close it to new accounts for a while, and administrators set
everything."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.conduct import rights
from accounts.models import User
from accounts.posted.sent_forms import once
from accounts.safeguards import SignUps, are_tightened, find_closed_until, read
from core import flash
from core.form_errors import invalid
from core.refusal import Refusal, note_refusal
from core.versions import Versioned
from moderation import log, safeguards
from moderation.models.log import SWITCHED
from moderation.staff_forms import note_field, reason_field
from moderation.views.guard import for_moderators
from moderation.words import done, refusals

SHOWN = 5
"""The most recent changes that the page lists."""
LENGTHS = {6: _("6 hours"), 12: _("12 hours"), 24: _("1 day"), 72: _("3 days"), 168: _("1 week")}
"""The numbers of hours for which administrators may close the site to new accounts."""


class SwitchesForm(Versioned, forms.Form):
    sign_ups = forms.ChoiceField(label=_("Sign-ups"), choices=SignUps.choices, widget=forms.RadioSelect)
    tighten = forms.BooleanField(
        label=_("Tighten the limits of new accounts for a day"),
        required=False,
        help_text=_("Accounts younger than a week may then do a quarter of what others may."),
    )
    reason = note_field(_("Reason"))


class ClosingForm(forms.Form):
    """Closes the site to new accounts, or opens it again. Only administrators choose for how long."""

    hours = forms.TypedChoiceField(
        label=_("For"), choices=list(LENGTHS.items()), coerce=int, initial=safeguards.HOURS, help_text=_("From now on.")
    )
    reason = reason_field()

    def __init__(self, *args: Any, staff: User, opens: bool = False, **kwargs: Any) -> None:
        super().__init__(
            *args, **{**kwargs, "auto_id": f"id_{'opening' if opens else 'closing'}_%s", "label_suffix": ""}
        )
        if opens or not rights.administers(staff):
            del self.fields["hours"]


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
@once()
def switches(request: HttpRequest) -> HttpResponse:
    """Shows all safeguards, and lets administrators change them. `do`, which every moderator may send, is `close` or
    `open`."""
    assert isinstance(request.user, User)
    if "do" in request.POST:
        return close_or_open(request, request.user, opens=request.POST["do"] == "open")
    now = timezone.now()
    form = SwitchesForm(request.POST or None, saved=safeguards.read(now=now), label_suffix="")
    if request.method == "POST" and not rights.administers(request.user):
        raise PermissionDenied(str(refusals.FOR_ADMINISTRATORS()))
    if request.method == "POST" and form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in ("sign_ups", "tighten", "reason")}
        safeguards.change(**chosen, staff=request.user, now=now, check=form.refuse_outdated)
        flash.success(request, done.SWITCHED())
        return redirect("moderation_site")
    return show(request, form=form, status=422 if form.errors else 200)


def close_or_open(request: HttpRequest, staff: User, *, opens: bool) -> HttpResponse:
    """Closes the site to new accounts, or opens it. A refusal loses nothing that was typed."""
    form, refused = ClosingForm(request.POST, staff=staff, opens=opens), None
    if form.is_valid():
        now, reason = timezone.now(), form.cleaned_data["reason"]
        try:
            if opens:
                safeguards.open_to_new(staff=staff, reason=reason, now=now)
                flash.success(request, done.OPEN_TO_NEW())
            else:
                hours = form.cleaned_data.get("hours", safeguards.HOURS)
                until = safeguards.close_to_new(staff=staff, reason=reason, now=now, hours=hours)
                flash.success(request, done.CLOSED_TO_NEW(until=safeguards.tell_instant(until)))
            return redirect("moderation_site")
        except Refusal as refusal:
            refused = refusal
            form.add_error(None, invalid(refusal.said))
    return note_refusal(show(request, **{"opening" if opens else "closing": form}, status=422), refused)


def show(request: HttpRequest, *, status: int, **forms_sent: forms.Form) -> HttpResponse:
    """Shows the page. Forms that were sent keep what was typed."""
    assert isinstance(request.user, User)
    now, present, staff = timezone.now(), read(), request.user
    rows = log.list_visible(staff).filter(action=SWITCHED).select_related("by", "person", "reversed_by")
    until, administers = find_closed_until(now=now), rights.administers(staff)
    context = {
        "form": SwitchesForm(saved=safeguards.read(now=now), label_suffix=""),
        "closing": ClosingForm(staff=staff),
        "opening": ClosingForm(staff=staff, opens=True),
        "obstacle": safeguards.find_obstacle(staff, now=now),
        "closed_until": until,
        "administers": administers,
        "tightened_until": present.tightened_until if are_tightened(now=now) else None,
        "rows": rows.order_by("-pk")[:SHOWN],
        **forms_sent,
    }
    return render(request, "moderation/site.html", context, status=status)
