"""A turn as somebody typed it: read from what is sent, and kept in the address of the page while they log in."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

LONGEST_TEXT = 200
"""Characters of a turn that are read."""


def read_text(given: str) -> str:
    """The turn without what no database keeps."""
    return given.replace("\0", "")[:LONGEST_TEXT]


def log_in_with_turn(request: HttpRequest, *, page: str) -> HttpResponse:
    """To the log-in; the turn then stands on the page, to be sent again."""
    typed = read_text(request.POST.get("text", ""))
    return redirect_to_login(f"{page}?{urlencode({'text': typed})}" if typed else page)
