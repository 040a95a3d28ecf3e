"""What other sites show: pictures of boards, games in a frame, and what they read of both. It sees no session.

No cookie of a request reaches these addresses and none is set by them, so that what they answer is the same for
everybody, and a frame on another site can never act for whoever is logged in here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SHOWN_ELSEWHERE = re.compile(
    r"/(?:embed/.*|oembed/|positions/.*|games/\d+/\d+\.(?:svg|png)|games/\d+\.gif|records/schema/.*|(?:.*/)?picture\.png)"
)
COOKIE = "HTTP_COOKIE"


class SessionlessMiddleware:
    """Comes before whatever reads a cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not SHOWN_ELSEWHERE.fullmatch(request.path_info):
            return self.get_response(request)
        request.META.pop(COOKIE, None)
        request.__dict__.pop("COOKIES", None)  # read from there once it is asked for
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
