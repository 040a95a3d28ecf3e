"""Addresses that forms post to: whoever opens one, or was logged out meanwhile, comes to the page of the form.

What somebody had filled in who was logged out waits for two hours, one form a browser. It has a table of its own and no
session: whoever merely posts must leave nothing that stays.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import KeptForm
from accounts.origin import hash_origin
from accounts.spending import spend
from core.refusal import Refusal, note_refusal

LONGEST_TEXT = 200
"""Characters of a turn that are read."""
LONGEST_FORM = 10_000
"""Bytes of a form that wait for a log-in; longer ones are not kept.

Two thousand characters of a report have room, in whatever script: one may take four.
"""
LONGEST_PAGE = 500
MOST_KEPT = 1000
"""Forms of all visitors together: ten megabytes at most."""
KEPT_FOR = timedelta(hours=2)
"""As long as a log-in may take, with its second step or a verifying email (ACCOUNT_LOGIN_TIMEOUT)."""
COOKIE = f"{settings.COOKIE_PREFIX}kept_form"
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
NOT_KEPT = ("csrfmiddlewaretoken", "password")
WORDS = ("text", "message", "note", "reason", "about")
"""Fields that somebody may have thought about; never a password."""

View = Callable[..., HttpResponse]


def posted_from(find_page: Callable[..., str], *, keep: bool = False) -> Callable[[View], View]:
    """Decorates a view of a player's deed; `find_page(**kwargs)` of its address is the path of the form's page.

    A refusal is shown at the address of the deed, where readers reload, copy or come back: that leads to the page. A
    visitor logs in first; nothing is then done unasked, but the turn they had entered stands there to be sent again.
    With `keep` the page finds all that was filled in by `take_kept`.
    """

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            page = find_page(**kwargs)
            if request.method != "POST":
                return redirect(page)
            if request.user.is_authenticated:
                return view(request, **kwargs)
            if keep:
                return log_in_first(request, page=page)
            typed = read_text(request.POST.get("text", ""))
            return redirect_to_login(f"{page}?{urlencode({'text': typed})}" if typed else page)

        return guarded

    return decorate


def log_in_first(request: HttpRequest, *, page: str) -> HttpResponse:
    """To the log-in and then to `page`, a path, for which what was posted is kept.

    Where this network address has had too many kept, the answer is 429 and shows what was written.
    """
    response = redirect_to_login(page)
    filled = [(name, values) for name, values in request.POST.lists() if name not in NOT_KEPT]
    written = json.dumps(filled, ensure_ascii=False)
    if not filled or len(written.encode(errors="replace")) > LONGEST_FORM:
        return response
    secret = request.COOKIES.get(COOKIE, "")
    secret = secret if SECRET.fullmatch(secret) else secrets.token_urlsafe(32)
    try:
        _keep(written, page=page, secret=secret, origin=hash_origin(request))
    except Refusal as refusal:
        return refuse_too_often(request, refusal)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=int(KEPT_FOR.total_seconds()),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def take_kept(request: HttpRequest, *, page: str) -> QueryDict:
    """What was kept for this page, once; empty where nothing was."""
    secret = request.COOKIES.get(COOKIE, "")
    found = QueryDict(mutable=True)
    if not SECRET.fullmatch(secret) or not request.user.is_authenticated:
        return found
    mine = KeptForm.objects.filter(key=_hash(secret), page=_path(page), kept_at__gt=timezone.now() - KEPT_FOR)
    kept = mine.first()
    if kept and mine.delete()[0]:  # in two windows at once, one gets it
        for name, values in json.loads(kept.filled):
            found.setlist(name, values)
    return found


def delete_old(*, before: datetime, batch: int) -> int:
    """Deletes some of the forms kept before then; returns how many."""
    old = KeptForm.objects.filter(kept_at__lt=before).order_by("kept_at").values_list("pk", flat=True)[:batch]
    return KeptForm.objects.filter(pk__in=list(old)).delete()[0]


def refuse_too_often(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page of a refusal that has no form of its own to stand in; what was written is shown on it."""
    written = [request.POST[name][:LONGEST_FORM] for name in WORDS if request.POST.get(name, "").strip()]
    context = {"sentence": refusal.sentence, "written": written}
    return note_refusal(render(None, "429.html", context), refusal)  # type: ignore[arg-type]


def read_text(given: str) -> str:
    """A turn as it was typed, without what no database keeps."""
    return given.replace("\0", "")[:LONGEST_TEXT]


@transaction.atomic
def _keep(written: str, *, page: str, secret: str, origin: str) -> None:
    """In place of what this browser had kept before; the oldest go where there are too many. Raises Refusal."""
    now = timezone.now()
    spend("kept_form", now=now, origin=origin)
    kept = {"page": _path(page), "filled": written, "kept_at": now}
    KeptForm.objects.update_or_create(key=_hash(secret), defaults=kept)
    newest = KeptForm.objects.order_by("-kept_at").values_list("pk", flat=True)
    if too_many := list(newest[MOST_KEPT : MOST_KEPT + 100]):
        KeptForm.objects.filter(pk__in=too_many).delete()


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _path(page: str) -> str:
    """Without the place on the page, which browsers do not send."""
    return page.partition("#")[0][:LONGEST_PAGE]
