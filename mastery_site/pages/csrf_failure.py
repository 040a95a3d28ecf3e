"""The page for a form whose CSRF token does not fit, for example after a log-in in another tab.

It shows what the user wrote in the form, and keeps it for the account whose page sent it, so that nothing is lost.
"""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.posted import kept_forms
from core.posting import list_written, page_of

ABOUT_TOKENS = ("CSRF token", "CSRF cookie")
"""How Django's reason begins if the form may come from one of our pages: Django has checked the form's origin by
then."""


def refuse(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django calls this view as CSRF_FAILURE_VIEW. It shows only what the request itself contains."""
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
    """Returns the account for which the form is kept. Visitors' forms are not kept, since anybody can get a visitor's
    mark."""
    writer = kept_forms.read_mark(request.POST.get(kept_forms.WRITER, ""))
    return writer if writer != kept_forms.NOBODY and kept_forms.holds_thought(request) else None
