"""How somebody wants pages and boards to look, what comes after a turn, whether one is heard, and whether ratings are
shown: stored with a player's account, or in a visitor's cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.conduct.restrictions import lock
from accounts.models import AfterTurn, BoardColours, BoardSize, PieceSize, Theme, User
from core.versions import read_version, refuse_outdated, version_of

COOKIE = f"{settings.COOKIE_PREFIX}board"
LASTS = 365 * 24 * 60 * 60
"""Seconds for which the cookie lasts after the last change."""
PLAIN = "plain"
"""Stands in the cookie for a board without coordinates."""

FIELDS = {
    "theme": forms.ChoiceField(label="Theme", choices=Theme.choices),
    "size": forms.ChoiceField(label="Board size", choices=BoardSize.choices),
    "colours": forms.ChoiceField(label="Board colours", choices=BoardColours.choices),
    "pieces": forms.ChoiceField(label="Piece size", choices=PieceSize.choices),
    "coordinates": forms.BooleanField(label="Coordinates"),
    "one_click": forms.BooleanField(label="Play without Confirm"),
    "after_turn": forms.ChoiceField(label="After my turn", choices=AfterTurn.choices),
    "key_shortcuts": forms.BooleanField(label="Keyboard shortcuts"),
    "sounds": forms.BooleanField(label="Sounds"),
    "show_ratings": forms.BooleanField(label="Show ratings"),
}
FIELDS_OF_VISITORS = ("theme", "size", "colours", "pieces", "coordinates")
CHOICES = {"theme": Theme, "colours": BoardColours, "pieces": PieceSize, "after_turn": AfterTurn}
"""What is left as it is where a form names nothing known."""
COLUMNS = {
    "theme": "theme",
    "size": "board_size",
    "colours": "board_colours",
    "pieces": "piece_size",
    "coordinates": "board_coordinates",
    "one_click": "one_click",
    "after_turn": "after_turn",
    "key_shortcuts": "key_shortcuts",
    "sounds": "sounds",
    "show_ratings": "show_ratings",
}
"""Where each is stored with an account."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How boards look for one reader, whether the last click plays the turn, and what comes after it."""

    theme: str = Theme.SYSTEM.value
    size: str = BoardSize.LARGE.value
    colours: str = BoardColours.GAME.value
    pieces: str = PieceSize.MEDIUM.value
    coordinates: bool = True
    one_click: bool = False
    after_turn: str = AfterTurn.STAY.value
    key_shortcuts: bool = True
    sounds: bool = False
    show_ratings: bool = True
    of_user: bool = False
    """Whether it is stored with an account, and so has more than a visitor can choose."""
    themes = Theme.choices
    sizes = BoardSize.choices
    all_colours = BoardColours.choices
    piece_sizes = PieceSize.choices
    ways_on = AfterTurn.choices

    @property
    def chosen(self) -> dict[str, str | bool]:
        """What this reader can choose, by the names of the fields."""
        return {name: getattr(self, name) for name in (FIELDS if self.of_user else FIELDS_OF_VISITORS)}

    @property
    def version(self) -> str:
        return version_of(**self.chosen)

    @property
    def scheme(self) -> str:
        """The schemes in which pages are drawn, for browsers that have not read the style yet."""
        return "light dark" if self.theme == Theme.SYSTEM else self.theme

    @property
    def marks(self) -> SafeString:
        """The attributes of a page that its style reads. They stand in the page as it is served, so that nothing is
        first drawn in another look."""
        theme = format_html(' data-theme="{}"', self.theme) if self.theme != Theme.SYSTEM else ""
        colours = format_html(' data-colours="{}"', self.colours) if self.colours != BoardColours.GAME else ""
        pieces = format_html(' data-pieces="{}"', self.pieces) if self.pieces != PieceSize.MEDIUM else ""
        return SafeString(theme + colours + pieces)


def read_look(request: HttpRequest) -> BoardLook:
    """What the reader chose. Anything unexpected in a cookie counts as nothing chosen."""
    if isinstance(request.user, User):
        return look_of(request.user)
    size, *others = request.COOKIES.get(COOKIE, "").split(".")
    if size not in BoardSize.values:
        return BoardLook()
    plain, theme, colours, pieces, *_ = *others, "", "", "", ""
    known = keep_known(theme=theme, colours=colours, pieces=pieces)
    return BoardLook(size=size, coordinates=plain != PLAIN, **known)


def keep_known(**given: str) -> dict[str, Any]:
    """Those of these choices that are among the values of their fields."""
    return {name: value for name, value in given.items() if value in CHOICES[name].values}


def write_cookie(look: BoardLook) -> str:
    return ".".join((look.size, "" if look.coordinates else PLAIN, look.theme, look.colours, look.pieces))


def look_of(user: User) -> BoardLook:
    return BoardLook(**{name: getattr(user, column) for name, column in COLUMNS.items()}, of_user=True)


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
        write_cookie(wanted),
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


@transaction.atomic
def _store(user_id: int, given: Mapping[str, str], *, version: str) -> None:
    user = lock(user_id)
    wanted = _choose(given, look_of(user), version=version)
    for name, column in COLUMNS.items():
        setattr(user, column, getattr(wanted, name))
    user.save(update_fields=COLUMNS.values())


def _choose(given: Mapping[str, str], present: BoardLook, *, version: str) -> BoardLook:
    """The look that a form asks for in place of the present one. Raises Outdated."""
    wanted = replace(
        present,
        size=given["size"],
        coordinates="coordinates" in given,
        one_click="one_click" in given,
        key_shortcuts="key_shortcuts" in given,
        sounds="sounds" in given,
        show_ratings="show_ratings" in given,
        **keep_known(
            theme=given.get("theme", ""),
            colours=given.get("colours", ""),
            pieces=given.get("pieces", ""),
            after_turn=given.get("after_turn", ""),
        ),
    )
    refuse_outdated(version, saved=present.chosen, wanted=wanted.chosen, fields=FIELDS)
    return wanted
