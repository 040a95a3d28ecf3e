"""How somebody wants boards to look and what comes after a turn: stored with a player's account, or in a visitor's
cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts.conduct.restrictions import lock
from accounts.models import AfterTurn, BoardSize, User
from core.versions import read_version, refuse_outdated, version_of

COOKIE = f"{settings.COOKIE_PREFIX}board"
LASTS = 365 * 24 * 60 * 60
"""Seconds for which the cookie lasts after the last change."""
PLAIN = "plain"
"""Added to the size in the cookie for a board without coordinates."""


FIELDS = {
    "size": forms.ChoiceField(label="Board size", choices=BoardSize.choices),
    "coordinates": forms.BooleanField(label="Coordinates"),
    "one_click": forms.BooleanField(label="Play without Confirm"),
    "after_turn": forms.ChoiceField(label="After my turn", choices=AfterTurn.choices),
    "key_shortcuts": forms.BooleanField(label="Keyboard shortcuts"),
}
FIELDS_OF_VISITORS = ("size", "coordinates")


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

    @property
    def chosen(self) -> dict[str, str | bool]:
        """What this reader can choose, by the names of the fields."""
        return {name: getattr(self, name) for name in (FIELDS if self.of_user else FIELDS_OF_VISITORS)}

    @property
    def version(self) -> str:
        return version_of(**self.chosen)


def read_look(request: HttpRequest) -> BoardLook:
    """What the reader chose. Anything unexpected in a cookie counts as nothing chosen."""
    if isinstance(request.user, User):
        return look_of(request.user)
    size, _, rest = request.COOKIES.get(COOKIE, "").partition(".")
    return BoardLook(size, rest != PLAIN) if size in BoardSize.values else BoardLook()


def look_of(user: User) -> BoardLook:
    chosen = user.board_size, user.board_coordinates, user.one_click, user.after_turn, user.key_shortcuts
    return BoardLook(*chosen, of_user=True)


def keep_look(request: HttpRequest, response: HttpResponse, given: Mapping[str, str]) -> None:
    """Stores what a form says: `size`, and boxes that are ticked or missing. An unknown size changes nothing. Raises
    Outdated."""
    if given.get("size", "") not in BoardSize.values:
        return
    if isinstance(request.user, User):
        _store(request.user.pk, given, version=read_version(request))
        return
    wanted = _choose(given, read_look(request), version=read_version(request))
    response.set_cookie(
        COOKIE,
        wanted.size if wanted.coordinates else f"{wanted.size}.{PLAIN}",
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@transaction.atomic
def _store(user_id: int, given: Mapping[str, str], *, version: str) -> None:
    user = lock(user_id)
    wanted = _choose(given, look_of(user), version=version)
    user.board_size, user.board_coordinates, user.one_click = wanted.size, wanted.coordinates, wanted.one_click
    user.after_turn, user.key_shortcuts = wanted.after_turn, wanted.key_shortcuts
    user.save(update_fields=["board_size", "board_coordinates", "one_click", "after_turn", "key_shortcuts"])


def _choose(given: Mapping[str, str], present: BoardLook, *, version: str) -> BoardLook:
    """The look that a form asks for in place of the present one. Raises Outdated."""
    after_turn = given.get("after_turn", "")
    wanted = replace(
        present,
        size=given["size"],
        coordinates="coordinates" in given,
        one_click="one_click" in given,
        after_turn=after_turn if after_turn in AfterTurn.values else present.after_turn,
        key_shortcuts="key_shortcuts" in given,
    )
    refuse_outdated(version, saved=present.chosen, wanted=wanted.chosen, fields=FIELDS)
    return wanted
