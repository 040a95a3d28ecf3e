"""Shows every time in the reader's own zone, and notes when a session was last used."""

import time
from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

NOTED_EVERY = 300
"""Seconds. A page that is looked at must not write to the database each time."""
NOTED = "use_noted_at"
"""In the session, which has been read anyway: a page must not need the cache, which may be away."""


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            with timezone.override(request.user.zone):
                return self.get_response(request)
        return self.get_response(request)


class SeenMiddleware:
    """In place of allauth's own, which writes at every request: a session's last use, to within five minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        session = request.session
        if session.session_key and request.user.is_authenticated:
            now = int(time.time())
            if now - session.get(NOTED, 0) >= NOTED_EVERY:
                session[NOTED] = now
                UserSession.objects.create_from_request(request)
        return self.get_response(request)
