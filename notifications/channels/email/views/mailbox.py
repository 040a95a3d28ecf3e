"""The mailbox of a site without a mail server, for its administrators. It shows each email as its reader would see
it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from notifications.channels.email.files import StoredMail, list_names, read_mail

PAGE = 25
SANDBOX = "sandbox allow-popups allow-popups-to-escape-sandbox"
"""Forbids scripts, forms and an origin. A link may open in a window of its own."""
POLICY = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; {SANDBOX}"


def for_administrators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answers 404 if emails are really sent. Otherwise it requires a log-in, and answers 403 for all but
    administrators."""

    @login_required
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    @wraps(view)
    @require_safe
    def only_in_files(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.MAIL_TO_FILES:
            raise Http404
        return guarded(request, *args, **kwargs)

    return only_in_files


@for_administrators
def mailbox(request: HttpRequest) -> HttpResponse:
    page = Paginator(list_names(), PAGE).get_page(request.GET.get("page"))
    shown = {"page": page, "mails": [read_mail(name) for name in page]}
    return render(request, "notifications/channels/email/mailbox.html", shown)


@for_administrators
def mailbox_mail(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "notifications/channels/email/mailbox_mail.html", {"mail": find_mail(name)})


@xframe_options_sameorigin
@for_administrators
def mailbox_html(request: HttpRequest, name: str) -> HttpResponse:
    """Shows only the HTML part, which a frame of the page above contains."""
    response = HttpResponse(find_mail(name).html)
    response["Content-Security-Policy"] = POLICY
    return response


def find_mail(name: str) -> StoredMail:
    try:
        return read_mail(name)
    except FileNotFoundError:
        raise Http404 from None
