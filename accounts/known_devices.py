"""Browsers in which somebody has logged in before, which a stranger's wrong guesses do not lock out.

Guesses are counted for each account, wherever they come from; without this anybody could keep a player out by guessing.
A browser in which somebody has logged in has a signed cookie, and its wrong passwords are counted separately, by the
same limit.
"""

import secrets

from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from accounts import sightings
from accounts.models import User

COOKIE = f"{settings.COOKIE_PREFIX}known_device"
SALT = "accounts.known_device"
LASTS = 365 * 24 * 60 * 60
"""Seconds from the last log-in."""


def remember(request: HttpRequest, response: HttpResponse, *, user: User) -> None:
    """Marks this browser as one of the user's. A mark that it has stays the same: logging in gives no new guesses."""
    known, mark = read_cookie(request)
    if mark:
        sightings.note(user, sightings.Kind.DEVICE, key=mark)  # also where it was marked for another account
    if known != user.pk:
        mark = secrets.token_hex(8)
        sightings.note(user, sightings.Kind.DEVICE, key=mark)
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


def read_cookie(request: HttpRequest) -> tuple[int | None, str]:
    try:
        user_id, mark = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None, ""
    return user_id, mark
