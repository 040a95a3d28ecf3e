"""Actions of players on the page of a game, for the views of any app."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from core import flash
from core.refusal import Refusal
from engine.contract import Side
from engine.words import Said
from games import access, guests
from games.pages import game_page, page_as_seen
from games.views.game import show_game


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
            return show_game(request, access.get_game(player, pk), refusal=refusal)
        done = done if isinstance(done, Done) else Done(done)
        flash.success(request, done.said)
        response = redirect(done.address or (game_page(done.game_id) if done.game_id else page_as_seen(request, pk)))
        if isinstance(player, User) and player.is_guest:
            guests.remember(response, player)
        return response

    return view
