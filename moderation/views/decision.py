"""The page on which a person reads what staff decided about them: why, until when, by which rule, and the appeal.

Its address has a signed secret, so that a suspended person can read it and appeal without logging in.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.conduct import restrictions
from accounts.models import Restriction
from accounts.posted.sent_forms import once
from core import flash
from core.refusal import Refusal, note_refusal
from moderation import appeals
from moderation.views import outside
from moderation.words import done


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once()
def decision(request: HttpRequest, token: str) -> HttpResponseBase:
    """Shows the decision, confirms that it was read, takes an appeal, or does what people may do who can’t log in. A
    refusal loses nothing that was typed."""
    found = restrictions.find_by_token(token)
    if found is None:
        raise Http404
    with timezone.override(found.user.zone):
        if request.method != "POST":
            return show(request, found)
        if "do" in request.POST:
            return do_outside(request, found)
        if "seen" in request.POST:
            restrictions.note_read(found)
            return redirect(found.appeal_path)
        try:
            appeals.make(found, text=request.POST.get("text", ""))
        except Refusal as refusal:
            page = show(request, found, refused=refusal.sentence, typed=request.POST.get("text", ""))
            return note_refusal(page, refusal)
    flash.success(request, done.APPEALED())
    return redirect(found.appeal_path)


def do_outside(request: HttpRequest, restriction: Restriction) -> HttpResponseBase:
    """Does what people who can’t log in may do about their own data. A refusal keeps the name that they typed."""
    try:
        return outside.act(request, restriction)
    except Refusal as refusal:
        typed = request.POST.get("name", "")
        page = show(request, restriction, refused_outside=refusal.sentence, name_typed=typed)
        return note_refusal(page, refusal)


def show(request: HttpRequest, restriction: Restriction, **more: Any) -> HttpResponse:
    now = timezone.now()
    person, appeal = restriction.user, appeals.find(restriction)
    context = {
        "restriction": restriction,
        "told": restrictions.tell_short(restriction),
        "is_read": restrictions.TERMS[Restriction.Kind(restriction.kind)].is_read,
        "stands": not restriction.is_closed and (restriction.until_at is None or restriction.until_at > now),
        "standing": restrictions.list_standing(person, now=now),
        "appeal": appeal,
        "may_appeal": appeal is None and appeals.may_appeal(restriction, now=now),
        "answered_by_another": appeals.would_have_others(restriction=restriction),
        "longest": appeals.LONGEST,
        **outside.describe(restriction, now=now),
        **more,
    }
    return render(request, "moderation/decision.html", context)
