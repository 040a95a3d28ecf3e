"""How somebody wants boards to look and what comes after a turn: stored with a player's account, or in a visitor's
cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import AfterTurn, BoardSize, User

COOKIE = f"{settings.COOKIE_PREFIX}board"
LASTS = 365 * 24 * 60 * 60
"""Seconds for which the cookie lasts after the last change."""
PLAIN = "plain"
"""Added to the size in the cookie for a board without coordinates."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How boards look for one reader, whether the last click plays the turn, and what comes after it."""

    size: str = BoardSize.LARGE.value
    coordinates: bool = True
    one_click: bool = False
    after_turn: str = AfterTurn.STAY.value
    key_shortcuts: bool = True
    of_user: bool = False
    """Whether it is stored with an account, and so has more than a visitor can choose."""
    sizes = BoardSize.choices
    ways_on = AfterTurn.choices


def read_look(request: HttpRequest) -> BoardLook:
    """What the reader chose. Anything unexpected in a cookie counts as nothing chosen."""
    user = request.user
    if isinstance(user, User):
        chosen = user.board_size, user.board_coordinates, user.one_click, user.after_turn, user.key_shortcuts
        return BoardLook(*chosen, of_user=True)
    size, _, rest = request.COOKIES.get(COOKIE, "").partition(".")
    return BoardLook(size, rest != PLAIN) if size in BoardSize.values else BoardLook()


def keep_look(request: HttpRequest, response: HttpResponse, given: Mapping[str, str]) -> None:
    """Stores what a form says: `size`, and boxes that are ticked or missing. An unknown size changes nothing."""
    size = given.get("size", "")
    if size not in BoardSize.values:
        return
    coordinates, user = "coordinates" in given, request.user
    if isinstance(user, User):
        user.board_size, user.board_coordinates, user.one_click = size, coordinates, "one_click" in given
        user.key_shortcuts = "key_shortcuts" in given
        if (after_turn := given.get("after_turn", "")) in AfterTurn.values:
            user.after_turn = after_turn
        user.save(update_fields=["board_size", "board_coordinates", "one_click", "after_turn", "key_shortcuts"])
        return
    response.set_cookie(
        COOKIE,
        size if coordinates else f"{size}.{PLAIN}",
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
