"""Serves what other sites show without a session: pictures of boards and people, games in a frame, and data about them.

These addresses neither read nor set cookies. So their answers are the same for everybody, and a frame on another site
can never act in the name of the user who is logged in here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SHOWN_ELSEWHERE = re.compile(
    r"/(?:embed/.*|oembed/|positions/.*|games/\d+/\d+\.(?:svg|png)|games/\d+\.gif|faces/.*|records/schema/.*|(?:.*/)?picture\.png)"
)
COOKIE = "HTTP_COOKIE"


class SessionlessMiddleware:
    """Comes before all middleware that reads a cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not SHOWN_ELSEWHERE.fullmatch(request.path_info):
            return self.get_response(request)
        request.META.pop(COOKIE, None)
        request.__dict__.pop("COOKIES", None)  # Django reads it anew when it is needed
        response = self.get_response(request)
        response.cookies.clear()
        named = (name.strip() for name in response.get("Vary", "").split(","))
        vary = [name for name in named if name.lower() not in ("", "cookie")]
        if vary:
            response.headers["Vary"] = ", ".join(vary)
        else:
            response.headers.pop("Vary", None)
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
