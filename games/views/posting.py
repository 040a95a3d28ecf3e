"""Addresses that forms post to: whoever opens one, or was logged out meanwhile, comes to the page of the form."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

LONGEST_TEXT = 200
"""Characters of a turn that are read."""

View = Callable[..., HttpResponse]


def posted_from(find_page: Callable[..., str]) -> Callable[[View], View]:
    """Decorates a view of a player's deed; `find_page(**kwargs)` of its address is the path of the form's page.

    A refusal is shown at the address of the deed, where readers reload, copy or come back: that leads to the page. A
    visitor logs in first; nothing is then done unasked, but the turn they had entered stands there to be sent again.
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
            typed = read_text(request.POST.get("text", ""))
            return redirect_to_login(f"{page}?{urlencode({'text': typed})}" if typed else page)

        return guarded

    return decorate


def read_text(given: str) -> str:
    """A turn as it was typed, without what no database keeps."""
    return given.replace("\0", "")[:LONGEST_TEXT]
