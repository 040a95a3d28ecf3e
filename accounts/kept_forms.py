"""Keeps a form that somebody sent after being logged out, until they log in: for two hours, one form for each browser.

Forms have a table of their own instead of a session, so that posting something leaves nothing that stays.
"""

from __future__ import annotations

import json
import re
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone

from accounts.limits import MOST_KEPT_FORMS
from accounts.models import KeptForm
from accounts.origin import hash_networks
from accounts.spending import spend
from core.posting import LONGEST_FORM, refuse_too_often
from core.refusal import Refusal

LONGEST_PAGE = 500
KEPT_FOR = timedelta(hours=2)
"""As long as a log-in may take, with its second step or a confirmation email (ACCOUNT_LOGIN_TIMEOUT)."""
COOKIE = f"{settings.COOKIE_PREFIX}kept_form"
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
NOT_KEPT = ("csrfmiddlewaretoken", "password")


def log_in_first(request: HttpRequest, *, page: str) -> HttpResponse:
    """Redirects to the log-in and then to `page`, a path, for which what was posted is kept.

    If too many forms of this network address have been kept, the answer is 429 and shows what was written.
    """
    response = redirect_to_login(page)
    filled = [(name, values) for name, values in request.POST.lists() if name not in NOT_KEPT]
    written = json.dumps(filled, ensure_ascii=False)
    if not filled or len(written.encode(errors="replace")) > LONGEST_FORM:
        return response
    secret = request.COOKIES.get(COOKIE, "")
    secret = secret if SECRET.fullmatch(secret) else secrets.token_urlsafe(32)
    try:
        _keep(written, page=page, secret=secret, origin=hash_networks(request))
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
    """Returns the form that was kept for this page, and deletes it; empty if there is none."""
    secret = request.COOKIES.get(COOKIE, "")
    found = QueryDict(mutable=True)
    if not SECRET.fullmatch(secret) or not request.user.is_authenticated:
        return found
    mine = KeptForm.objects.filter(key=_hash(secret), page=_path(page), kept_at__gt=timezone.now() - KEPT_FOR)
    kept = mine.first()
    if kept and mine.delete()[0]:  # of two windows at the same time, one gets it
        for name, values in json.loads(kept.filled):
            found.setlist(name, values)
    return found


def list_old(*, before: datetime) -> QuerySet[KeptForm]:
    """The forms kept before then."""
    return KeptForm.objects.filter(kept_at__lt=before).order_by("kept_at")


@transaction.atomic
def _keep(written: str, *, page: str, secret: str, origin: tuple[str, ...]) -> None:
    """Keeps a form in place of this browser's earlier one, and deletes the oldest if there are too many. Raises
    Refusal."""
    now = timezone.now()
    spend("kept_form", now=now, origin=origin)
    kept = {"page": _path(page), "filled": written, "kept_at": now}
    KeptForm.objects.update_or_create(key=_hash(secret), defaults=kept)
    newest = KeptForm.objects.order_by("-kept_at").values_list("pk", flat=True)
    if too_many := list(newest[MOST_KEPT_FORMS : MOST_KEPT_FORMS + 100]):
        KeptForm.objects.filter(pk__in=too_many).delete()


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _path(page: str) -> str:
    """A path without its fragment, which browsers do not send."""
    return page.partition("#")[0][:LONGEST_PAGE]
