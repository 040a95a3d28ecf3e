"""Where the mail provider reports bounces and complaints: anymail's own views, for the one provider of this site."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt

from core.json_bodies import BadJson, read_value

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
LONGEST_REPORT = 1_000_000
"""Bytes of one report: providers that tell of many mails at once stay far below it."""


@csrf_exempt
def mail_events(request: HttpRequest, provider: str) -> HttpResponse:
    """Takes reports of this site's provider, if a secret is set; everything else gets a 404, since anybody could
    otherwise report the emails of others as bounced.

    anymail checks the secret, and the provider's signature where there is one. A wrong one is answered with 400, and so
    is a report that is no sound JSON.
    """
    if provider != settings.MAIL_PROVIDER or not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        raise Http404
    try:
        view = resolve(f"/{provider}/tracking/", urlconf="anymail.urls").func
    except Resolver404:
        raise Http404 from None
    try:
        for report in list_reports(request):
            read_value(report, longest=LONGEST_REPORT)
        return read_strictly(view)(request)
    except BadJson as error:
        return HttpResponse(str(error), status=400, content_type="text/plain; charset=utf-8")


def read_strictly(view: Any) -> Callable[[HttpRequest], HttpResponse]:
    """Wraps a view of anymail, so that a report of the wrong shape raises BadJson: a list where it expects a word,
    say."""

    class Strict(view.view_class):  # type: ignore[misc]  # known when it is resolved
        def parse_events(self, request: HttpRequest) -> list[Any]:
            try:
                return super().parse_events(request)
            except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as error:
                raise BadJson from error

    return Strict.as_view(**view.view_initkwargs)


def list_reports(request: HttpRequest) -> list[bytes | str]:
    """The JSON texts in what was sent: the whole body, or the fields of a form that hold JSON."""
    if request.method != "POST":
        return []
    if request.content_type not in FORMS:
        return [request.body]
    values = [str(value) for _, given in request.POST.lists() for value in given]
    return [value for value in values if value.lstrip()[:1] in ("{", "[")]
