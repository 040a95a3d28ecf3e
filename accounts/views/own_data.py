"""The pages of one's own data: a copy of all of it, closing the account, and forms that were kept over a log-in."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.own_data import closing, exports
from accounts.posted import kept_forms
from accounts.posted.sent_forms import once
from accounts.signing_in.next_page import find_wanted
from accounts.words import done, refusals
from core import flash
from core.addresses import address_of
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from core.words import LONG_DAY, tell_day


@never_cache
@login_required
@reauthentication_required(allow_get=True)
@require_http_methods(["GET", "HEAD", "POST"])
@once()
def own_data(request: HttpRequest) -> HttpResponse:
    """Asks for a copy, and leads to the one that is ready."""
    now, refusal = timezone.now(), None
    if request.method == "POST":
        try:
            exports.ask(request.user, request=request, now=now)
            flash.success(request, done.COPY_MADE())
            return redirect("own_data")
        except Refusal as refused:
            refusal = refused
    last = exports.find_last(request.user, now=now)
    until = last.ready_at + exports.KEPT if last and last.ready_at else None
    context = {"last": last, "until": until, "refusal": refusal, "kept": exports.KEPT.days}
    return note_refusal(render(request, "accounts/own_data.html", context), refusal)


@never_cache
@login_required
@reauthentication_required
@require_safe
def download(request: HttpRequest) -> FileResponse:
    """The copy that is ready. Raises Http404."""
    last = exports.find_last(request.user, now=timezone.now())
    if last is None or last.ready_at is None:
        raise Http404
    return exports.respond(last, name=request.user.username)


@never_cache
@login_required
@reauthentication_required(allow_get=True)
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    """Says what follows, and asks for a tick; then the person is logged out."""
    refusal = None
    if request.method == "POST":
        try:
            if not request.POST.get("sure"):
                raise Refusal(refusals.NOT_SURE(), status=422)
            due = closing.ask(request.user, request=request)
            logout(request)
            flash.success(request, done.WILL_CLOSE(day=tell_day(due, form=LONG_DAY)))
            return redirect("home")
        except Refusal as refused:
            refusal = refused
    context = {"refusal": refusal, "wait": closing.WAIT.days}
    return note_refusal(render(request, "accounts/close_account.html", context), refusal)


@posted_from(lambda: address_of("home"))
def forget_kept(request: HttpRequest) -> HttpResponse:
    """Throws away the form `kept`, which waited for a log-in; leads back to its page."""
    kept_forms.forget(request, request.POST.get("kept", ""))
    return redirect(find_wanted(request) or "home")
