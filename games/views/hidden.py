"""The page for a visitor who opens a game or a challenge that only its players may see, by a link in an email say."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults
from django.views.decorators.cache import never_cache

from games.access import HiddenFromVisitor


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's `handler404`. Where a log-in may help it offers one, and leads back afterwards."""
    if isinstance(exception, HiddenFromVisitor):
        return ask_to_log_in(request, exception.noun)
    return defaults.page_not_found(request, exception)


@never_cache
def ask_to_log_in(request: HttpRequest, noun: str) -> HttpResponse:
    """Answers 404 with a page that is the same for a private game and for one that does not exist."""
    context = {"noun": noun, "wanted": request.get_full_path()}
    return render(request, "games/log_in_first.html", context, status=404)
