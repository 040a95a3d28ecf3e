"""Middleware of the site.

It sends headers that Django does not send, keeps private pages out of caches, and refuses requests with a NUL. It also
shows both texts to a user who is about to replace a text that is newer than their page.
"""

from collections.abc import Callable

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render

from accounts.posted.kept_forms import WRITER
from core.versions import VERSION, Outdated
from games import guests
from mastery_site.logs.privacy import redact
from mastery_site.words.faults import BAD_ADDRESS

Answer = Callable[[HttpRequest], HttpResponse]

HEADERS = {
    # No page asks for a camera or anything like it, and only our own pages ask for passkeys.
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), "
    "publickey-credentials-create=(self), publickey-credentials-get=(self), serial=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class HeadersMiddleware:
    """Says which parts of the reader's device a page may use, and that no other site may embed our pages."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class PolicyMiddleware:
    """Sends the Content-Security-Policy, unless a page has one of its own.

    The policy is the same for every page, so django-csp writes it once. Its own middleware writes it for each answer,
    which only helps pages that change it.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response, self.policy = get_response, build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in (404, 500)):  # Django's own error pages
            response.headers.setdefault("Content-Security-Policy", self.policy)
        return response


class PrivateMiddleware:
    """Keeps caches from storing private answers: to people who have a session or play as a guest, and at secret
    addresses.

    Views mark answers that are the same for everybody as `public`. This middleware comes before that of sessions, so
    that it sees when a session begins.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "public" not in response.headers.get("Cache-Control", "") and self.is_private(request, response):
            response.headers["Cache-Control"] = "private, no-store"
        return response

    @staticmethod
    def is_private(request: HttpRequest, response: HttpResponseBase) -> bool:
        names = {settings.SESSION_COOKIE_NAME, guests.COOKIE}
        mine = not names.isdisjoint(request.COOKIES) or not names.isdisjoint(response.cookies)
        return mine or redact(request.path_info) != request.path_info


class CompressingMiddleware(GZipMiddleware):
    """Compresses what is the same for every visitor.

    Pages of logged-in users are not compressed. If a page holds both a secret and an attacker's text, its compressed
    length reveals something about the secret (BREACH). A view sets `tells_no_secret` on an answer that holds no secret.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if PrivateMiddleware.is_private(request, response) and not getattr(response, "tells_no_secret", False):
            return response
        return super().process_response(request, response)


class RefuseNulMiddleware:
    """Answers 400 to a NUL in an address or a cookie: PostgreSQL cannot store it, and no player's browser sends it.

    Forms need no help, since their fields refuse it with a sentence.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        told = (request.path_info, *request.COOKIES.values(), *request.GET.keys(), *flatten(request.GET.lists()))
        if any("\0" in text for text in told):
            return HttpResponse(str(BAD_ADDRESS()), status=400, content_type="text/plain; charset=utf-8")
        return self.get_response(request)


def flatten(lists):
    return (value for _, values in lists for value in values)


class OutdatedMiddleware:
    """Answers when a user saves from a page that is older than the stored text.

    It shows both texts, and a form with which the user can save theirs anyway.
    """

    NOT_AGAIN = ("csrfmiddlewaretoken", WRITER, VERSION)

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Outdated):
            return None
        shown = {*self.NOT_AGAIN, *(change.name for change in error.changes if change.is_text)}
        rest = [(name, value) for name, values in request.POST.lists() if name not in shown for value in values]
        context = {
            "changes": error.changes,
            "action": request.get_full_path(),
            "rest": [*rest, (VERSION, error.version)],
        }
        return render(request, "outdated.html", context, status=409)
