"""Addresses that forms post to. Whoever just opens one, or was logged out meanwhile, is led to the page of the form."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods

from core.refusal import Refusal, note_refusal

LONGEST_FORM = 10_000
"""Bytes of a form that are kept until after the log-in, or shown again.

This has room for a report of two thousand characters in any script, since a character may take four bytes.
"""
WORDS = ("text", "message", "note", "reason", "about", "remark")
"""Fields whose text somebody may have thought about; never a password."""

View = Callable[..., HttpResponse]


class LogIn(Protocol):
    """Sends a visitor to the log-in and then to `page`, a path."""

    def __call__(self, request: HttpRequest, *, page: str) -> HttpResponse: ...


def send_to_log_in(request: HttpRequest, *, page: str) -> HttpResponse:
    return redirect_to_login(page)


def admit_nobody(request: HttpRequest, **_: Any) -> bool:
    """Visitors log in."""
    return False


def posted_from(
    find_page: Callable[..., str], *, log_in: LogIn = send_to_log_in, admits: Callable[..., bool] = admit_nobody
) -> Callable[[View], View]:
    """Decorates a view of a player's action; `find_page(**kwargs)` is the path of the form's page.

    A refusal is shown at the address of the action, which readers may reload or copy: opening it leads to the form's
    page. A visitor logs in first, by `log_in`, which may keep what was filled in; the action is not done by that.
    Visitors for whom `admits(request, **kwargs)` is true need not log in.
    """

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            page = find_page(**kwargs)
            if request.method != "POST":
                return redirect(page)
            if request.user.is_authenticated or admits(request, **kwargs):
                return view(request, **kwargs)
            return log_in(request, page=page)

        return guarded

    return decorate


def refuse_too_often(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page of a refusal that has no form of its own to be shown in; it shows what was written."""
    return _refuse(request, refusal, template="429.html")


def refuse_unsure(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The same where it is not known whether what was asked for is done already. It leads to the page of the form."""
    return _refuse(request, refusal, template="409.html")


def _refuse(request: HttpRequest, refusal: Refusal, *, template: str) -> HttpResponse:
    written = [request.POST[name][:LONGEST_FORM] for name in WORDS if request.POST.get(name, "").strip()]
    context = {"sentence": refusal.sentence, "written": written, "page": request.get_full_path()}
    page = HttpResponse(render_to_string(template, context), content_type="text/html; charset=utf-8")
    return note_refusal(page, refusal)
