"""The page for a form whose CSRF token does not fit, as after a log-in in another tab.

It shows what was written in the form, so that nothing is lost.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.posting import WORDS

LONGEST = 2000


def refuse(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django calls this view as CSRF_FAILURE_VIEW. It shows nothing but what the request itself brought."""
    written = [request.POST[name][:LONGEST] for name in WORDS if request.POST.get(name, "").strip()]
    return render(None, "403_csrf.html", {"written": written, "page": request.path}, status=403)
