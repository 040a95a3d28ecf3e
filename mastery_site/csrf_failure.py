"""The page for a form whose CSRF token does not fit, as after a log-in in another tab.

It shows what was written in the form, and keeps it for the account whose page it was sent from, so that nothing is
lost.
"""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.posted import kept_forms
from core.posting import list_written, page_of

ABOUT_TOKENS = ("CSRF token", "CSRF cookie")
"""How Django begins to say why, where the form may come from a page of ours: it has looked at its origin before."""


def refuse(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django calls this view as CSRF_FAILURE_VIEW. It shows nothing but what the request itself brought."""
    page = page_of(request)
    writer = _find_writer(request) if reason.startswith(ABOUT_TOKENS) else None
    context = {
        "written": list_written(request),
        "page": page,
        "log_in": redirect_to_login(page).url,
        "is_kept": writer is not None,
        "is_back": writer is not None and writer == request.user.pk,
        "is_other": request.user.is_authenticated,
    }
    answer = render(None, "403_csrf.html", context, status=403)
    return answer if writer is None else kept_forms.keep(request, answer, page=page, writer=writer)


def _find_writer(request: HttpRequest) -> int | None:
    """The account that a form is kept for. Forms of visitors are not kept, since everybody can have a visitor's
    mark."""
    writer = kept_forms.read_mark(request.POST.get(kept_forms.WRITER, ""))
    return writer if writer != kept_forms.NOBODY and kept_forms.holds_thought(request) else None
