"""How somebody likes to see boards and go on after a turn: kept on a player's account, in a cookie of anybody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import AfterTurn, BoardSize, User

COOKIE = f"{settings.COOKIE_PREFIX}board"
LASTS = 365 * 24 * 60 * 60
"""Seconds from the last change."""
PLAIN = "plain"
"""Stands in the cookie, behind the size, for a board without coordinates."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What boards look like to one reader, whether the last click of a turn plays it, and what comes then."""

    size: str = BoardSize.LARGE.value
    coordinates: bool = True
    one_click: bool = False
    after_turn: str = AfterTurn.STAY.value
    key_shortcuts: bool = True
    sizes = BoardSize.choices
    ways_on = AfterTurn.choices


def read_look(request: HttpRequest) -> BoardLook:
    """What the reader chose. Whatever else stands in a cookie counts as nothing chosen."""
    user = request.user
    if isinstance(user, User):
        return BoardLook(user.board_size, user.board_coordinates, user.one_click, user.after_turn, user.key_shortcuts)
    size, _, rest = request.COOKIES.get(COOKIE, "").partition(".")
    return BoardLook(size, rest != PLAIN) if size in BoardSize.values else BoardLook()


def keep_look(request: HttpRequest, response: HttpResponse, given: Mapping[str, str]) -> None:
    """Keeps what a form says: `size`, and boxes that are ticked or not there. An unknown size changes nothing."""
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
