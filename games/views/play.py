"""What a player does alone in a game: play a turn, resign. Each way back is the game's page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from core.addresses import address_of
from core.numbers import read_number
from core.posting import posted_from
from core.refusal import Refusal
from games import access, play
from games.engine.contract import Side
from games.play import errors
from games.play.offers import registry as offers
from games.views.game import show_game
from games.views.typed import log_in_with_turn, read_text


def game_page(pk: int, **_: object) -> str:
    return address_of("game", pk)


def page_as_seen(request: HttpRequest, pk: int) -> str:
    """The page of the game, with the board turned round where it was."""
    return game_page(pk) + ("?flip=1" if "flip" in request.GET else "")


def by_player(act: Callable[..., str]) -> Callable[..., HttpResponse]:
    """Decorates an action of a player, who is given as `side`; it returns what was done, in a sentence.

    A refusal becomes the game's page as it stands, and keeps what was typed.
    """

    @wraps(act)
    def view(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        seat = access.require_seat(request.user, pk)
        try:
            done = act(request, pk, side=Side(seat.side), **kwargs)
        except Refusal as refusal:
            return show_game(request, access.get_game(request.user, pk), refusal=refusal, typed=read_turn(request))
        messages.success(request, done)
        return redirect(page_as_seen(request, pk))

    return view


@posted_from(game_page, log_in=log_in_with_turn)
@by_player
def play_move(request: HttpRequest, pk: int, *, side: Side) -> str:
    """Plays the turn that was clicked or typed."""
    text = read_turn(request)
    if not text.strip():
        raise Refusal("Choose your turn on the board, or type it, first.", code="empty", status=422)
    turn = play.play_move(
        pk,
        side=side,
        expected_revision=read_revision(request),
        expected_ply=read_number(request.POST.get("ply", "")),
        text=text,
        key=request.POST.get("key", "").replace("\0", ""),
    )
    declined = (offers.get(kind).has_played_on for kind in turn.declines)
    return " ".join([f"You have played {turn.text}.", *filter(None, declined)])


@posted_from(game_page)
@by_player
def resign(request: HttpRequest, pk: int, *, side: Side) -> str:
    play.resign(pk, side=side)
    return "You have resigned."


def read_turn(request: HttpRequest) -> str:
    return read_text(request.POST.get("text", ""))


def read_revision(request: HttpRequest) -> int:
    """The revision of the page that this was sent from. Raises Refusal for none: then the page is not to be trusted."""
    revision = read_number(request.POST.get("revision", ""))
    if revision is None:
        raise errors.stale()
    return revision
