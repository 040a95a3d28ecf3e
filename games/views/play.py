"""What a player does alone in a game: play a turn, resign. Each way back is the game's page."""

from __future__ import annotations

from collections.abc import Callable

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


@posted_from(game_page, log_in=log_in_with_turn)
def play_move(request: HttpRequest, pk: int) -> HttpResponse:
    """Plays the turn that was clicked or typed."""
    text = read_text(request.POST.get("text", ""))

    def submit(side: Side) -> str:
        if not text.strip():
            raise Refusal("Click or type your turn first.", code="empty", status=422)
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

    return act(request, pk, submit, typed=text)


@posted_from(game_page)
def resign(request: HttpRequest, pk: int) -> HttpResponse:
    def submit(side: Side) -> str:
        play.resign(pk, side=side)
        return "You have resigned."

    return act(request, pk, submit)


def act(request: HttpRequest, pk: int, submit: Callable[[Side], str], *, typed: str = "") -> HttpResponse:
    """Runs an action of the player's side; a refusal becomes the game's page as it stands, and keeps what was typed."""
    seat = access.require_seat(request.user, pk)
    try:
        done = submit(Side(seat.side))
    except Refusal as refusal:
        return show_game(request, access.get_game(request.user, pk), refusal=refusal, typed=typed)
    messages.success(request, done)
    return redirect(page_as_seen(request, pk))


def read_revision(request: HttpRequest) -> int:
    """The revision of the page that this was sent from. Raises Refusal for none: then the page is not to be trusted."""
    revision = read_number(request.POST.get("revision", ""))
    if revision is None:
        raise errors.stale()
    return revision
