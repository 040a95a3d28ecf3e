"""Two clicks make one thing: a form carries a key, and what it made is answered again instead of made again.

A row is claimed before the form is acted on and given its answer after it, each at once for all to see, since what is
done between may be several transactions. A second sender of the same waits for that answer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.messages import get_messages
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from accounts.models import SentForm
from accounts.words import refusals
from core.posting import refuse_unsure
from core.refusal import Refusal

KEPT_FOR = timedelta(days=1)
PATIENCE = timedelta(seconds=10)
"""How long the second waits for the answer to the first."""
LOOKED_EVERY = 0.05
"""Seconds between two looks whether the first is answered."""
NOT_COMPARED = ("csrfmiddlewaretoken", "writer", "key", "kept")
CONFIRMS_FIRST = ("account_login", "account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn")
"""Where an answer leads that has done nothing yet."""

View = Callable[..., HttpResponse]
Again = Callable[..., HttpResponse]


def pass_on(request: HttpRequest, answer: HttpResponse, **_: Any) -> HttpResponse:
    return answer


def once(*, again: Again = pass_on) -> Callable[[Callable[..., Any]], View]:
    """Decorates a view that makes something: of a form with the same `key` and the same fields it does so once.

    The second is answered like the first, also while that is still at work; with other fields, as after *Back*, it is
    another form. What is refused is not kept. Without a key nothing is. `again(request, answer, **kwargs)` makes what
    else the second needs of that answer, a redirect; a view that has it may also answer with a page.
    """

    def decorate(view: Callable[..., Any]) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method != "POST" or not request.POST.get("key"):
                return view(request, *args, **kwargs)
            row = _name_row(request)
            try:
                sent = _claim(row)
            except Refusal as refusal:
                return refuse_unsure(request, refusal)
            if sent is not None:
                return again(request, _repeat(request, sent), **kwargs)
            return _act(row, request, lambda: view(request, *args, **kwargs), shows=again is not pass_on)

        guarded.makes_once = True  # type: ignore[attr-defined]  # asked by a test over all addresses
        return guarded

    return decorate


def list_old(*, before: datetime) -> QuerySet[SentForm]:
    """What was sent before then."""
    return SentForm.objects.filter(sent_at__lt=before).order_by("sent_at")


def _act(row: str, request: HttpRequest, view: Callable[[], HttpResponse], *, shows: bool) -> HttpResponse:
    """Acts on a form that is claimed, and keeps the answer, or gives the claim back where nothing was made."""
    try:
        answer = view()
    except BaseException:
        _give_back(row)
        raise
    told = list(getattr(get_messages(request), "_queued_messages", ()))
    refused = any(each.level >= messages.WARNING for each in told) or _confirms_first(answer)
    if (answer.status_code == 302 and not refused) or (answer.status_code == 200 and shows):
        said = json.dumps([(each.level, str(each.message)) for each in told])
        SentForm.objects.filter(pk=row).update(is_answered=True, answer=answer.get("Location", ""), told=said)
    else:
        _give_back(row)
    return answer


def _confirms_first(answer: HttpResponse) -> bool:
    return answer.get("Location", "").partition("?")[0] in map(reverse, CONFIRMS_FIRST)


def _give_back(row: str) -> None:
    SentForm.objects.filter(pk=row, is_answered=False).delete()


def _claim(row: str) -> SentForm | None:
    """None where this is the first of its kind, and the answered row of the first otherwise; waits until it is
    answered. Raises Refusal: unsure, where it never is, since its process has died."""
    while True:
        now = timezone.now()
        sent = SentForm.objects.filter(pk=row).first()
        if sent is not None and sent.sent_at < now - KEPT_FOR:
            SentForm.objects.filter(pk=row, sent_at=sent.sent_at).delete()
        elif sent is not None and sent.is_answered:
            return sent
        elif sent is not None and sent.sent_at < now - PATIENCE:
            raise Refusal(refusals.UNSURE())
        elif sent is not None:
            time.sleep(LOOKED_EVERY)
        elif _insert(row, now=now):
            return None


def _insert(row: str, *, now: datetime) -> bool:
    """Whether this is the first: of two at the same instant the row itself lets one in."""
    try:
        with transaction.atomic():
            SentForm.objects.create(key=row, sent_at=now)
    except IntegrityError:
        return False
    return True


def _repeat(request: HttpRequest, sent: SentForm) -> HttpResponse:
    for level, sentence in json.loads(sent.told):
        messages.add_message(request, level, sentence)
    return HttpResponseRedirect(sent.answer or request.path)


def _name_row(request: HttpRequest) -> str:
    """The hash of who sends what to which address under which key.

    The sender is an account, or the browser of a visitor or guest, known by the cookie that guards forms against
    forgery. So nobody else is given the answer, even if they know the key.
    """
    user = request.user
    who = f"user {user.pk}" if user.is_authenticated else request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    fields = sorted((name, values) for name, values in request.POST.lists() if name not in NOT_COMPARED)
    told = [who, request.get_full_path(), request.POST["key"], fields]
    return sha256(json.dumps(told).encode()).hexdigest()
