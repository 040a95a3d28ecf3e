"""What people who can’t log in do about their own data, on the page of the decision that keeps them out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts.models import Restriction, User
from accounts.own_data import closing, exports, outside
from core import flash
from core.refusal import Refusal
from core.words import LONG_DAY, tell_day
from moderation.words import done, refusals


def describe(restriction: Restriction, *, now: datetime) -> dict[str, Any]:
    """Collects what the page shows of this, or nothing if the person can log in."""
    if not outside.is_locked_out(restriction, now=now):
        return {}
    last = exports.find_last(restriction.user, now=now)
    return {
        "is_locked_out": True,
        "last": last,
        "copy_until": last.ready_at + exports.KEPT if last and last.ready_at else None,
        "kept": exports.KEPT.days,
        "wait": closing.WAIT.days,
        "closing_at": restriction.user.closing_at,
    }


def act(request: HttpRequest, restriction: Restriction) -> HttpResponseBase:
    """Does what `do` names. Raises Refusal: not_locked_out, too_often, waiting, not_ready, wrong_name, staff, closed;
    and Http404."""
    if (does := DEEDS.get(request.POST["do"])) is None:
        raise Http404
    person = outside.enter(restriction, request=request)
    return does(request, person) or redirect(restriction.appeal_path)


def copy(request: HttpRequest, person: User) -> None:
    exports.ask(person, request=request)
    flash.success(request, done.COPY_ASKED())


def download(request: HttpRequest, person: User) -> HttpResponseBase:
    last = exports.find_last(person, now=timezone.now())
    if last is None or last.ready_at is None:
        raise Refusal(refusals.COPY_NOT_READY())
    answer = exports.respond(last, name=person.username)
    add_never_cache_headers(answer)
    return answer


def close(request: HttpRequest, person: User) -> None:
    outside.refuse_wrong_name(person, request.POST.get("name", ""))
    due = closing.ask(person, request=request)
    flash.success(request, done.WILL_CLOSE(day=tell_day(due, form=LONG_DAY)))


def keep(request: HttpRequest, person: User) -> None:
    if closing.stop(person, request=request):
        flash.success(request, done.KEPT())


DEEDS: dict[str, Callable[[HttpRequest, User], HttpResponseBase | None]] = {
    deed.__name__: deed for deed in (copy, download, close, keep)
}
