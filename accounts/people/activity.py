"""Notes what happens to an account for its owner to see: who logged in, who tried to, and what was changed.

The place is stored as a hash only. Guesses of passwords cannot fill the table: failures from one place are counted
in one row an hour, and beyond MOST_FAILURES rows a day all further ones in a single row.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

from allauth.account import signals as account
from allauth.account.authentication import get_authentication_records
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models import F, Min
from django.http import HttpRequest
from django.utils import timezone

from accounts.limiting.origin import hash_origin
from accounts.models import AccountEvent, User
from accounts.words import done
from core.browsers import describe_browser

Kind = AccountEvent.Kind
DAY = timedelta(days=1)
KEPT = timedelta(days=90)
MOST_FAILURES = 20
BY_CODE = "with a code from an email"
PAGE = 50
"""Rows on one page."""
FACTORS = {
    Authenticator.Type.TOTP: "authenticator app",
    Authenticator.Type.WEBAUTHN: "passkey or security key",
    Authenticator.Type.RECOVERY_CODES: "recovery codes",
}


# --- Writing -----------------------------------------------------------------------------------------------------
def note(user: User, kind: Kind, *, request: HttpRequest | None = None, detail: str = "") -> None:
    """Stores an event. `request` is that of the person who caused it; without one, as for what staff do, no place is
    stored."""
    now = timezone.now()
    AccountEvent.objects.create(user=user, kind=kind, happened_at=now, last_at=now, detail=detail, **_place(request))


@transaction.atomic
def note_failure(user: User | None, kind: Kind, *, request: HttpRequest) -> None:
    """Counts a failed attempt. It does so for an unknown user, too, so that the time it takes tells nothing."""
    now, place = timezone.now(), _place(request)
    whose = f"{user.pk if user else 0}:{kind}"
    if _count_in(f"{whose}:{place['origin']}:{now:%Y%m%d%H}", now=now):
        return
    today = AccountEvent.objects.filter(user=user, key__startswith=f"{whose}:", happened_at__gte=now - DAY)
    if today.count() < MOST_FAILURES:
        key = f"{whose}:{place['origin']}:{now:%Y%m%d%H}"
    else:
        key, place = f"{whose}:others:{now:%Y%m%d}", {}
    first = {"user": user, "kind": kind, "happened_at": now, "last_at": now, **place}
    _, made = AccountEvent.objects.get_or_create(key=key, defaults=first)
    if not made:
        _count_in(key, now=now)


def _count_in(key: str, *, now: datetime) -> int:
    return AccountEvent.objects.filter(key=key).update(count=F("count") + 1, last_at=now)


def _place(request: HttpRequest | None) -> dict[str, str]:
    if request is None:
        return {}
    browser = describe_browser(request.headers.get("User-Agent", "").replace("\0", ""))
    return {"origin": hash_origin(request), "browser": browser[:60]}


# --- Reading -----------------------------------------------------------------------------------------------------
class Shown(NamedTuple):
    """One event as its owner reads it."""

    event: AccountEvent
    place: str


class Page(NamedTuple):
    """Events from the newest on; `after` begins the next page, 0 where there is none."""

    events: list[Shown]
    after: int
    is_first: bool


def list_events(user: User, *, here: str, below: int = 0) -> Page:
    """A page of the user's events; `here` is the hash of the place from which its owner reads them."""
    mine = AccountEvent.objects.filter(user=user)
    rows = list((mine.filter(pk__lt=below) if below else mine).order_by("-pk")[: PAGE + 1])
    origins = mine.exclude(origin__in=["", here]).values_list("origin").annotate(first=Min("pk")).order_by("first")
    letters = dict(zip((origin for origin, _ in origins), map(_letter, count()), strict=False))
    shown = [Shown(row, _describe_place(row, here=here, letters=letters)) for row in rows[:PAGE]]
    return Page(shown, after=rows[PAGE - 1].pk if len(rows) > PAGE else 0, is_first=not below)


def _describe_place(event: AccountEvent, *, here: str, letters: dict[str, str]) -> str:
    if event.origin:
        is_here = event.origin == here
        return str(done.SAME_PLACE() if is_here else done.ANOTHER_PLACE(letter=letters[event.origin]))
    return str(done.MANY_PLACES()) if event.key else ""


def _letter(number: int) -> str:
    """A to Z, then AA: the names of columns in a table."""
    higher, last = divmod(number, 26)
    return (_letter(higher - 1) if higher else "") + chr(ord("A") + last)


# --- What allauth and Django announce ------------------------------------------------------------------------------
def connect() -> None:
    """Connects the receivers of allauth's signals; each only once, however often this is called."""
    told = {
        account.user_logged_in: Kind.LOGGED_IN,
        user_logged_out: Kind.LOGGED_OUT,
        account.password_changed: Kind.PASSWORD_CHANGED,
        account.password_set: Kind.PASSWORD_CHANGED,
        account.password_reset: Kind.PASSWORD_RESET,
        account.email_changed: Kind.EMAIL_CHANGED,
        mfa.authenticator_added: Kind.FACTOR_ADDED,
        mfa.authenticator_removed: Kind.FACTOR_REMOVED,
        mfa.authenticator_reset: Kind.CODES_MADE,
        mfa.authenticator_used: Kind.CODE_USED,
        mfa.authentication_failed: Kind.CODE_FAILED,
    }
    for signal, kind in told.items():
        signal.connect(_make_receiver(kind), weak=False, dispatch_uid=f"accounts.people.activity.{kind}")


def _make_receiver(kind: Kind) -> Any:
    def receive(*, request: HttpRequest, user: User | None, **said: Any) -> None:
        if user is None or not _is_news(kind, **said):
            return
        if kind == Kind.CODE_FAILED:
            note_failure(user, kind, request=request)
        else:
            note(user, kind, request=request, detail=_tell_detail(user, kind, request=request, **said))

    return receive


def _tell_detail(
    user: User, kind: Kind, *, request: HttpRequest, authenticator: Authenticator | None = None, **said: Any
) -> str:
    """Which second factor it was, or that somebody logged in without their password."""
    if kind == Kind.LOGGED_IN:
        ways = {record["method"] for record in get_authentication_records(request, user)}
        return BY_CODE if "code" in ways else ""
    return FACTORS[authenticator.type] if authenticator else ""


def _is_news(kind: Kind, *, authenticator: Authenticator | None = None, **said: Any) -> bool:
    """Whether this is an event. Confirming the first address is none, and of second factors only recovery codes are
    used up."""
    if kind == Kind.EMAIL_CHANGED:
        return said.get("from_email_address") is not None
    if kind == Kind.CODE_USED:
        return authenticator is not None and authenticator.type == Authenticator.Type.RECOVERY_CODES
    return True
