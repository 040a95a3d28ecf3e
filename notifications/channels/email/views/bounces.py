"""The address where the mail provider reports bounces and complaints. It uses anymail's own view for the site's
provider."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt

from core.json_bodies import BadJson, read_value

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
LONGEST_REPORT = 1_000_000
"""The most bytes of one report. Providers that report many emails at once stay far below it."""


@csrf_exempt
def mail_events(request: HttpRequest, provider: str) -> HttpResponse:
    """Accepts reports of this site's provider, if a secret is set. Everything else gets a 404, since otherwise anybody
    could report other people's emails as bounced.

    anymail checks the secret, and the provider's signature if there is one. A wrong secret or signature gets a 400, and
    so does a report that is not valid JSON.
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
    """Wraps a view of anymail so that a report of the wrong shape raises BadJson, for example a list in place of a
    text."""

    class Strict(view.view_class):  # type: ignore[misc]  # the class is known at run time only
        def parse_events(self, request: HttpRequest) -> list[Any]:
            try:
                return super().parse_events(request)
            except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as error:
                raise BadJson from error

    return Strict.as_view(**view.view_initkwargs)


def list_reports(request: HttpRequest) -> list[bytes | str]:
    """Returns the JSON texts of a request: the whole body, or the fields of a form that hold JSON."""
    if request.method != "POST":
        return []
    if request.content_type not in FORMS:
        return [request.body]
    values = [str(value) for _, given in request.POST.lists() for value in given]
    return [value for value in values if value.lstrip()[:1] in ("{", "[")]
