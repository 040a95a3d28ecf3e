"""Guests, who play computers without an account: a signed cookie says whose game it is, and nothing else does.

At every address but those of their own games a guest is a visitor like any other: `request.user` is never a guest.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from accounts.emails.unreachable import write_unreachable
from accounts.limiting.limits import MOST_GUESTS
from accounts.models import User
from core import flash
from core.numbers import read_number
from core.refusal import Refusal
from games import play
from games.models import Game, Seat
from games.words import done, refusals

COOKIE = f"{settings.COOKIE_PREFIX}guest"
SALT = "games.guests"
LASTS = timedelta(days=30)
"""How long a guest and their games are kept after their last turn."""
WITHOUT_TURN = timedelta(hours=2)
"""How long the site keeps a guest who begins a game but plays no turn."""


def find(request: HttpRequest) -> User | None:
    """The guest of this browser; None for users who are logged in, and for other visitors without a query."""
    if request.user.is_authenticated or COOKIE not in request.COOKIES:
        return None
    if not hasattr(request, "guest"):
        request.guest = read_cookie(request)  # type: ignore[attr-defined]  # asked more than once for one page
    return request.guest  # type: ignore[attr-defined,no-any-return]


def read_cookie(request: HttpRequest) -> User | None:
    """The guest whom the signed cookie names, if the guest still exists."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=LASTS) or ""
    number, _, name = value.partition(" ")
    pk = read_number(number)
    return User.objects.filter(pk=pk, username=name, kind=User.Kind.GUEST).first() if pk else None


def remember(response: HttpResponse, guest: User) -> None:
    """Sets the cookie that names the guest, for as long as games are kept without a turn."""
    response.set_signed_cookie(
        COOKIE,
        f"{guest.pk} {guest.username}",
        salt=SALT,
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def make() -> User:
    """A new guest, within the caller's transaction. The name contains a space, so that no player can have it.

    Raises Refusal: full.
    """
    if User.objects.filter(kind=User.Kind.GUEST).count() >= MOST_GUESTS:
        raise Refusal(refusals.FULL(), status=503)
    while User.objects.filter(username=(name := f"guest {secrets.randbelow(10**9):09}")).exists():
        pass
    email = write_unreachable(name.replace(" ", "-"), kind="guests")
    guest = User(username=name, email=email, is_active=False, kind=User.Kind.GUEST)
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def list_running(request: HttpRequest) -> QuerySet[Game]:
    """The running games of this browser, the one started last first."""
    guest = find(request)
    return Game.objects.of(guest).active().order_by("-pk") if guest else Game.objects.none()


def count_games(request: HttpRequest) -> int:
    """How many games somebody who is not logged in keeps by logging in with this browser; without a cookie, without a
    query."""
    guest = find(request)
    return Seat.objects.filter(user=guest).count() if guest else 0


def hand_over(request: HttpRequest, *, user: User) -> None:
    """Gives a user who has just logged in the games that they played as a guest in this browser."""
    guest = read_cookie(request) if COOKIE in request.COOKIES else None
    if guest and (kept := play.hand_over(guest.pk, user=user)):
        flash.success(request, done.GAMES_KEPT(n=kept))
