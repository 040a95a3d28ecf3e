"""The page of a game, for the views of any app that act from it: its address, and the page again after a refusal.

A view of `games.views` says by `@shows_again(name)` that it shows a page again; other apps ask for that by the name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from core import flash
from core.addresses import address_of
from core.numbers import read_number
from core.refusal import Refusal
from engine.contract import Side
from engine.words import Said
from games import access, guests
from games.words import refusals

_SHOWN: dict[str, Callable[..., HttpResponse]] = {}


def shows_again(page: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorates what shows the page of that name again: given the request, what it is about, and the `refusal`."""

    def note(show: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        _SHOWN[page] = show
        return show

    return note


def show_again(page: str, request: HttpRequest, about: object, *, refusal: Refusal) -> HttpResponse:
    """The page as it is now, with the refusal, and with what was typed: of a `game`, or the `profile` of a player."""
    return _SHOWN[page](request, about, refusal=refusal)


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


class Done(NamedTuple):
    """What was done, in a sentence, and the game to whose page it leads, where that is another."""

    said: Said
    game_id: int | None = None
    address: str = ""
    """Another page to which it leads."""


def by_player(act: Callable[..., Said | Done]) -> Callable[..., HttpResponse]:
    """Decorates an action of a player, who is given as `side`; it returns what was done.

    A refusal is shown on the game's page as it is now, and keeps what was typed.
    """

    @wraps(act)
    def view(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        player = access.player_of(request)
        seat = access.require_seat(player, pk)
        try:
            done = act(request, pk, side=Side(seat.side), **kwargs)
        except Refusal as refusal:
            return show_again("game", request, access.get_game(player, pk), refusal=refusal)
        done = done if isinstance(done, Done) else Done(done)
        flash.success(request, done.said)
        response = redirect(done.address or (game_page(done.game_id) if done.game_id else page_as_seen(request, pk)))
        if isinstance(player, User) and player.is_guest:
            guests.remember(response, player)
        return response

    return view
