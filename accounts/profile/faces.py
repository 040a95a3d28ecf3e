"""Everybody's face: the figure of their account, another that they chose, or a picture that they uploaded."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.profile.computers import find_place
from accounts.profile.figures import draw_die, draw_piece
from core.addresses import address_of
from core.bounded_cache import keep

DIE = -1
"""In place of a chosen figure: that of a computer, whose number is then that of its level."""
KEPT = 1 << 20
"""Bytes of figures that are kept: some two thousand."""


class Face(NamedTuple):
    """A face, small enough to be carried wherever a name is. Only `accounts/faces/` sets what it is made from."""

    number: int
    figure: int = 0
    picture: str = ""
    """The mark of the picture; empty for the figure."""

    @property
    def drawn(self) -> SafeString:
        """The HTML. It says nothing to who hears the page: the name stands beside it."""
        return show_picture(self.picture) if self.picture else mark_safe(draw(self.number, self.figure))


def face_of(number: int, figure: int, picture: str) -> Face:
    """The face of a person or a guest; equal for all whose picture is the same one, whatever figure they had."""
    return Face(0, 0, picture) if picture else Face(number, figure)


def find_face(number: int, *, username: str, kind: str, figure: int, picture: str) -> Face:
    """The face of anybody, from the columns of their account."""
    return Face(find_place(username), DIE) if kind == "computer" else face_of(number, figure, picture)


def show_picture(mark: str) -> SafeString:
    return format_html(
        '<img class="face" src="{}" alt="" width="32" height="32" loading="lazy" decoding="async">',
        address_of("face_picture", mark),
    )


@keep(most=KEPT)
def draw(number: int, figure: int) -> str:
    """The figure as SVG."""
    return draw_die(number) if figure == DIE else draw_piece(number, figure)
