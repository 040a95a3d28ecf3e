"""Refuses a request whose body is too large, or whose length nobody knows, before anything reads the body.

Caddy's file has the same limit (deploy/Caddyfile). It counts here, too, since other proxies have limits of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse, UnreadablePostError

from core.addresses import address_of
from core.words import Sentence
from mastery_site.words.faults import FILE_TOO_LARGE, NO_LENGTH, TOO_LARGE

MOST_BODY = 1_000_000
"""Bytes."""
MOST_WITH_PICTURE = 10_000_000
"""Bytes that the form of a face may have: twice of what a picture may, so that most of what is too large is refused on
the page itself."""


class BodyLimitMiddleware:
    """Comes before everything that reads a form.

    Gunicorn has read only the headers by then. It throws away what the client sends on, and keeps none of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.META.get("HTTP_TRANSFER_ENCODING"):  # Django would take the body for empty
            return refuse(NO_LENGTH, status=411)
        length = read_length(request)
        if length > MOST_BODY:
            takes_picture = request.path == address_of("change_face")
            if not takes_picture or length > MOST_WITH_PICTURE:
                return refuse(FILE_TOO_LARGE if takes_picture else TOO_LARGE, status=413)
        response = self.get_response(request)
        # Gunicorn closes a connection on which a view leaves more than 64 kB unread, and the proxy would send the next
        # request on it.
        with suppress(UnreadablePostError):
            request.read()
        return response


def read_length(request: HttpRequest) -> int:
    """Returns the length that the request declares, as Django reads it."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def refuse(sentence: Sentence, *, status: int) -> HttpResponse:
    return HttpResponse(f"{sentence()}\n", status=status, content_type="text/plain; charset=utf-8")
