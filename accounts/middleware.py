"""Shows every time in the reader's own zone, notes when a session was last used and a page last opened, and keeps a
form over a log-in. It also stops visitors from filling a session with what they post."""

import time
from collections.abc import Callable
from datetime import timedelta

from allauth.core import ratelimit
from allauth.core.exceptions import ReauthenticationRequired
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.posted import kept_forms
from accounts.signing_in import guessing
from accounts.signing_in.sessions import set_end
from core.posting import LONGEST_FORM, refuse_too_often
from core.refusal import Refusal, note_refusal
from core.sealing import Unreadable

NOTED_EVERY = 300
"""Seconds between two notes, so that not every page writes to the database."""
NOTED = "use_noted_at"
"""The key in the session, which is read anyway; the cache may be down."""


class UserMiddleware(AuthenticationMiddleware):
    """Reads who is logged in at once. Every request asks it, and Django's proxy costs at each of some hundred looks."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = get_user(request)


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            with timezone.override(request.user.zone):
                return self.get_response(request)
        return self.get_response(request)


class SeenMiddleware:
    """Notes when a session was last used, to within five minutes. allauth's own middleware writes at every request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        session = request.session
        if session.session_key and request.user.is_authenticated:
            now = int(time.time())
            if now - session.get(NOTED, 0) >= NOTED_EVERY:
                session[NOTED] = now
                set_end(session, user=request.user)
                UserSession.objects.create_from_request(request)
        return self.get_response(request)


class GuessingMiddleware:
    """Gives the page of a form that was refused after too many guesses status 429 and Retry-After (see the adapter);
    and answers with a page where an email is beyond its limits that one of allauth's own views would send."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return note_refusal(response, getattr(request, "refusal", None))

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Refuses what the network has sent too often before any view sees it."""
        match = request.resolver_match
        action = guessing.BY_PAGE.get(match.view_name) if match and request.method == "POST" else None
        return ratelimit.respond_429(request) if action and guessing.count(request, action) is None else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Refusal) and exception.code == "too_often":
            return refuse_too_often(request, exception)
        return None


class UnreadableFactorMiddleware:
    """Answers with a page if a second factor was sealed under a key that the site no longer has.

    It says which ways are left.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return render(request, "mfa/unreadable.html", status=409) if isinstance(exception, Unreadable) else None


class VisitMiddleware:
    """Notes when a person last opened a page, to within five minutes. Requests that a page makes by itself do not
    count."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if is_opened(request) and is_page(response) and request.user.is_authenticated:
            now = timezone.now()
            last = request.user.last_visit_at
            if last is None or now - last >= timedelta(seconds=NOTED_EVERY):
                User.objects.filter(pk=request.user.pk).update(last_visit_at=now)
        return response


class KeptFormsMiddleware:
    """Keeps what was sent to whatever address, where the answer leads to the log-in first; and tells the scripts of a
    page that its reader is no longer logged in, which they could not tell from an answer for visitors."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (writer := kept_forms.find_absent(request)) is not None:
            return kept_forms.tell_script(request, writer=writer)
        response = self.get_response(request)
        if request.method == "POST" and response.status_code < 400:
            page = kept_forms.find_page_after_log_in(request, response)
            if page:
                return kept_forms.keep_over_log_in(request, response, page=page)
            if key := request.POST.get("kept"):
                kept_forms.forget(request, key)
        return response


class ReauthenticationMiddleware:
    """Limits what allauth's middleware keeps in the session until a password is confirmed. It stands inside that one.

    A visitor has no password to confirm and logs in first. No more is kept than of a form that waits for a log-in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ReauthenticationRequired):
            return None
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if len(request.POST.urlencode()) > LONGEST_FORM:
            page = request.get_full_path()
            answer = redirect_to_login(page, login_url=reverse("account_reauthenticate"))
            return kept_forms.keep_over_log_in(request, answer, page=page)
        return None


def is_opened(request: HttpRequest) -> bool:
    """Whether a person opened this address: judged by Fetch Metadata, or in browsers without it by the Accept
    header."""
    headers = request.headers
    if request.method != "GET" or "prefetch" in headers.get("Sec-Purpose", ""):
        return False
    if mode := headers.get("Sec-Fetch-Mode"):
        return mode == "navigate" and headers.get("Sec-Fetch-Dest", "document") == "document"
    return "text/html" in headers.get("Accept", "")


def is_page(response: HttpResponse) -> bool:
    return response.status_code == 200 and response.headers.get("Content-Type", "").startswith("text/html")
