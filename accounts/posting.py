"""Addresses that forms post to: whoever opens one, or was logged out meanwhile, comes to the page of the form.

What somebody had filled in who was logged out waits in their session, one form at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

LONGEST_TEXT = 200
"""Characters of a turn that are read."""
LONGEST_FORM = 25_000
"""Characters of a form, as an address has them, that wait for a log-in; longer ones are not kept.

Two thousand characters of a report have room, in whatever script: one may take twelve.
"""
KEPT = "kept_form"
NOT_KEPT = ("csrfmiddlewaretoken", "password")

View = Callable[..., HttpResponse]


def posted_from(find_page: Callable[..., str], *, keep: bool = False) -> Callable[[View], View]:
    """Decorates a view of a player's deed; `find_page(**kwargs)` of its address is the path of the form's page.

    A refusal is shown at the address of the deed, where readers reload, copy or come back: that leads to the page. A
    visitor logs in first; nothing is then done unasked, but the turn they had entered stands there to be sent again.
    With `keep` the page finds all that was filled in by `take_kept`.
    """

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            page = find_page(**kwargs)
            if request.method != "POST":
                return redirect(page)
            if request.user.is_authenticated:
                return view(request, **kwargs)
            if keep:
                return log_in_first(request, page=page)
            typed = read_text(request.POST.get("text", ""))
            return redirect_to_login(f"{page}?{urlencode({'text': typed})}" if typed else page)

        return guarded

    return decorate


def log_in_first(request: HttpRequest, *, page: str) -> HttpResponse:
    """To the log-in and then to `page`, a path, for which what was posted is kept."""
    filled = request.POST.copy()
    for name in NOT_KEPT:
        filled.pop(name, None)
    if filled and len(encoded := filled.urlencode()) <= LONGEST_FORM:
        request.session[KEPT] = [page, encoded]
    return redirect_to_login(page)


def take_kept(request: HttpRequest, *, page: str) -> QueryDict:
    """What was kept for this page, once; empty where nothing was."""
    kept_for, encoded = request.session.get(KEPT, ["", ""])
    if kept_for != page or not request.user.is_authenticated:
        return QueryDict()
    del request.session[KEPT]
    return QueryDict(encoded)


def read_text(given: str) -> str:
    """A turn as it was typed, without what no database keeps."""
    return given.replace("\0", "")[:LONGEST_TEXT]
