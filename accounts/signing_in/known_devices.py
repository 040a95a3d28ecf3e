"""Browsers in which somebody has logged in before, which a stranger's wrong guesses do not lock out.

Guesses are counted for each account, wherever they come from; without this anybody could keep a player out by guessing.
A browser in which somebody has logged in has a signed cookie, and its wrong passwords are counted separately, by the
same limit. Its mark outlasts each session: what else belongs to one browser of somebody is known by it, too, and ends
when they log out there.
"""

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from accounts import events
from accounts.conduct import sightings
from accounts.models import User

COOKIE = f"{settings.COOKIE_PREFIX}known_device"
SALT = "accounts.known_device"
LASTS = 365 * 24 * 60 * 60
"""Seconds from the last log-in."""


def remember(request: HttpRequest, response: HttpResponse, *, user: User) -> None:
    """Marks this browser as one of the user's. A mark that it has stays the same: logging in gives no new guesses.

    Another person whose session there ran out is logged out for good.
    """
    known, mark = read_cookie(request)
    if mark:
        sightings.note(user, sightings.Kind.DEVICE, key=mark)  # also where it was marked for another account
    if known is not None and known != user.pk:
        announce_log_out(request, user_id=known, mark=mark)
    if known != user.pk:
        mark = make_mark()
        sightings.note(user, sightings.Kind.DEVICE, key=mark)
    keep(response, user=user, mark=mark)


def make_mark() -> str:
    return secrets.token_hex(8)


def keep(response: HttpResponse, *, user: User, mark: str) -> None:
    response.set_cookie(
        COOKIE,
        signing.dumps([user.pk, mark], salt=SALT),
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def find_mark(request: HttpRequest, *, login: str) -> str:
    """The mark of this browser for the account that `login` names; empty if it never logged in to that account."""
    user_id, mark = read_cookie(request)
    if user_id is None:
        return ""
    named = User.objects.filter(Q(username__iexact=login) | Q(email__iexact=login), pk=user_id)
    return mark if named.exists() else ""


def mark_of(request: HttpRequest, user: User) -> str:
    """The mark of this browser for somebody who is logged in; empty where it has none, or that of somebody else."""
    known, mark = read_cookie(request)
    return mark if known == user.pk else ""


def on_user_logged_out(*, request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is not None:
        announce_log_out(request, user_id=user.pk, mark=mark_of(request, user))


def announce_log_out(request: HttpRequest, *, user_id: int, mark: str) -> None:
    browser = request.headers.get("User-Agent", "")
    events.logged_out_here.send(sender=User, user_id=user_id, mark=mark, browser=browser)


def read_cookie(request: HttpRequest) -> tuple[int | None, str]:
    try:
        user_id, mark = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None, ""
    return user_id, mark
