"""Addresses that forms post to. A person who just opens one, or was logged out, gets to the form's page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import resolve
from django.views.decorators.http import require_http_methods

from core.refusal import Refusal, note_refusal

LONGEST_FORM = 24_000
"""Bytes of a form that are kept until after the log-in, or shown again.

This has room for a note of five thousand characters in any script, since a character may take four bytes.
"""
WORDS = {
    "text": "Text",
    "message": "Message",
    "note": "Note",
    "reason": "Reason",
    "about": "About",
    "remark": "Remark",
    "comment": "Comment",
    "title": "Title",
    "shapes": "Arrows and circles",
    "turns": "Turns",
    "answer": "Answer",
    "told": "What the person reads",
    "others": "What those who lose points read",
    "second": "The second account",
    "name": "Name",
    "username": "Name",
}
"""Fields whose text somebody may have thought about, each with its label where it is shown apart from its form; never a
password."""
CHOSEN = ("days", "until")
"""Fields of forms that stand on another page, which somebody fills in without words."""
UNTHOUGHT = (
    *("csrfmiddlewaretoken", "key", "version", "revision", "next", "at", "flip", "kept", "sure", "terms", "shown"),
)
"""Fields that a page fills in by itself, and the tick that confirms."""

View = Callable[..., HttpResponse]


def admit_nobody(request: HttpRequest, **_: Any) -> bool:
    """Visitors log in."""
    return False


def posted_from(find_page: Callable[..., str], *, admits: Callable[..., bool] = admit_nobody) -> Callable[[View], View]:
    """Decorates a view of a player's action; `find_page(**kwargs)` is the path of the form's page.

    A refusal is shown at the address of the action, which readers may reload or copy: opening it leads to the form's
    page. A visitor logs in first, and the action is not done by that.
    Visitors for whom `admits(request, **kwargs)` is true need not log in.
    """

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            page = find_page(**kwargs)
            if request.method != "POST":
                return redirect(page)
            if request.user.is_authenticated or admits(request, **kwargs):
                return view(request, **kwargs)
            return redirect_to_login(page)

        guarded.find_page = find_page  # type: ignore[attr-defined]  # asked by `page_of`
        return guarded

    return decorate


def page_of(request: HttpRequest) -> str:
    """The page of the form that was sent to this address: what `posted_from` knows, or the address itself."""
    match = request.resolver_match or resolve(request.path_info)
    find_page = getattr(match.func, "find_page", None)
    return find_page(**match.kwargs) if find_page else request.get_full_path()


def has_own_page(request: HttpRequest) -> bool:
    """Whether the address shows the form that is sent to it."""
    match = request.resolver_match or resolve(request.path_info)
    return not hasattr(match.func, "find_page")


def list_written(request: HttpRequest) -> list[str]:
    """What somebody wrote in the form, field by field."""
    return [request.POST[name] for name in WORDS if request.POST.get(name, "").strip()]


def refuse_too_often(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page of a refusal that has no form of its own to be shown in; it shows what was written."""
    return note_refusal(_show_written(request, "429.html", sentence=refusal.sentence), refusal)


def refuse_unsure(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The same where it is not known whether what was asked for is done already. It leads to the page of the form."""
    page = _show_written(request, "409.html", sentence=refusal.sentence, page=request.get_full_path())
    return note_refusal(page, refusal)


def refuse_unkept(request: HttpRequest, sentence: str, *, page: str, status: int) -> HttpResponse:
    """The same for a person who was logged out and whose form can't be kept until they are back."""
    answer = _show_written(request, "logged_out.html", sentence=sentence, log_in=redirect_to_login(page).url)
    answer.status_code = status
    return answer


def _show_written(request: HttpRequest, template: str, **context: str) -> HttpResponse:
    page = render_to_string(template, {"written": list_written(request), **context})
    return HttpResponse(page, content_type="text/html; charset=utf-8")
