"""The page for a form whose token does not fit, as after a log-in in another tab: what was written in it is shown."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.posting import WORDS

LONGEST = 2000


def refuse(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django calls it (`CSRF_FAILURE_VIEW`). Whoever did not send the form from here reads but their own words."""
    written = [request.POST[name][:LONGEST] for name in WORDS if request.POST.get(name, "").strip()]
    return render(None, "403_csrf.html", {"written": written, "page": request.path}, status=403)
