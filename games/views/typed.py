"""A turn as somebody typed it: read from the request, and kept in the address of the page during a log-in."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from accounts.kept_forms import log_in_first

LONGEST_TEXT = 200
"""Characters of a turn that are read."""


def read_text(given: str) -> str:
    """The turn without characters that no database can store."""
    return given.replace("\0", "")[:LONGEST_TEXT]


def log_in_with_turn(request: HttpRequest, *, page: str) -> HttpResponse:
    """Leads to the log-in, and then to the page with the turn on it, to be sent again. No address may hold a remark:
    with one, the form is kept instead."""
    if request.POST.get("remark"):
        return log_in_first(request, page=page)
    typed = read_text(request.POST.get("text", ""))
    return redirect_to_login(f"{page}?{urlencode({'text': typed})}" if typed else page)
