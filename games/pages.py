"""The page of a game: its address, and the revision that a form on it was sent from."""

from __future__ import annotations

from django.http import HttpRequest

from core.addresses import address_of
from core.numbers import read_number
from core.refusal import Refusal
from games.words import refusals


def game_page(pk: int, **_: object) -> str:
    return address_of("game", pk)


def page_as_seen(request: HttpRequest, pk: int) -> str:
    """The page of the game, with the board turned round if it was."""
    return game_page(pk) + ("?flip=1" if "flip" in request.GET else "")


def read_revision(request: HttpRequest) -> int:
    """The revision of the page that this was sent from. Raises Refusal where there is none, since the page cannot be
    trusted."""
    revision = read_number(request.POST.get("revision", ""))
    if revision is None:
        raise Refusal(refusals.STALE())
    return revision
