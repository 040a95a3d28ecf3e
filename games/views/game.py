"""The page of a game: as it is now, at an earlier turn, what has changed since it was opened, and how a turn would
look."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.people.board_look import read_look
from accounts.posted.kept_forms import take_kept
from core.refusal import Refusal, note_refusal
from games import access, chat
from games.models import Game
from games.reading.seats import read_seats
from games.reading.state import is_flipped
from games.views.spoken import describe_chat, note_opened, read_before
from games.views.staged import answer_staging
from games.views.table import describe_table
from games.views.typed import read_text
from games.words.page import BOARD_STAGED


def show_game(request: HttpRequest, game: Game, *, refusal: Refusal | None = None, typed: str = "") -> HttpResponse:
    """The page of a game, with the refusal at its top if there was one, and with what was typed."""
    kept = request.POST or take_kept(request, page=game.get_absolute_url(), of=list_fillable(request, game))
    typed = typed or read_text(kept.get("text", ""))
    context = describe_table(request, game, refusal=refusal, typed=typed, filled=kept)
    note_opened(context["seat"], context["chat"])
    if context["chat"] and not context["chat"]["typed"]:
        context["chat"]["typed"] = kept.get("message", "")[: chat.LONGEST]
    return note_refusal(render(request, "games/game.html", context), refusal)


def list_fillable(request: HttpRequest, game: Game) -> tuple[str, ...]:
    """To which addresses the forms are sent that the page shows now: in them stands what was kept over a log-in."""
    seat = access.seat_of(access.player_of(request), game)
    if seat is None:
        return ()
    if game.is_over:
        return ("game_chat",)
    return ("game_chat", "make_offer", *(("play_move",) if seat.side == game.side_to_move else ()))


@require_safe
@never_cache
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The game as it is now. `?text=` is a turn that was entered elsewhere, to be checked and sent."""
    return show_game(
        request, access.get_game(access.player_of(request), pk), typed=read_text(request.GET.get("text", ""))
    )


@require_safe
@never_cache
def game_at(request: HttpRequest, pk: int, ply: int) -> HttpResponse:
    """The position after `ply` turns. Raises Http404 where the game has not come that far."""
    found = access.get_game(access.player_of(request), pk)
    context = describe_table(request, found, ply=ply)
    note_opened(context["seat"], context["chat"])
    return render(request, "games/game.html", context)


@require_safe
@never_cache
def game_state(request: HttpRequest, pk: int) -> HttpResponse:
    """Answers 204 while the game is at `?revision=`, otherwise the part of the page that replaces the old one.

    If only the chat has gone on after `?said=`, the answer is the chat alone, so that what is staged on the board
    stays.
    """
    found = access.get_game(access.player_of(request), pk)
    if str(found.revision) == request.GET.get("revision"):
        return bring_chat(request, found)
    return render(request, "games/_game_area.html", describe_table(request, found))


def bring_chat(request: HttpRequest, game: Game) -> HttpResponse:
    """The chat, for a player whose page does not have its last message. Fetching it does not count as reading it."""
    seat, said = access.seat_of(access.player_of(request), game), request.GET.get("said")
    if seat is None or seat.user.is_guest or said is None or said == str(chat.last_number(game)):
        return HttpResponse(status=204)
    state = access.get_state(seat.user, game, before=read_before(request))
    context = {"game": game, "seat": seat, "chat": describe_chat(request, state)}
    return render(request, "games/_game_chat.html", context)


@require_safe
@never_cache
def game_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """The board as it would look after the turn `?text=`, or why one cannot be clicked: see `answer_staging`."""
    found = access.get_game(access.player_of(request), pk)
    seats = read_seats(found, reader_id=access.player_of(request).pk)
    flipped = is_flipped(seats, turned="flip" in request.GET)
    look = {"flipped": flipped, "coordinates": read_look(request).coordinates}
    return answer_staging(found.ruleset, found.position, request.GET, label=BOARD_STAGED, **look)
