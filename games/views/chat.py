"""Writes to the opponent. The script of the page gets the chat alone as the answer, everybody else the whole page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.posted.sent_forms import once
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from games import access, chat
from games.pages import game_page, page_as_seen
from games.views.game import show_game
from games.views.spoken import describe_chat, note_opened, read_before


def chat_place(pk: int) -> str:
    return f"{game_page(pk)}#chat"


def is_alone(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "chat"


def show_again(request: HttpRequest, answer: HttpResponse, *, pk: int) -> HttpResponse:
    """A message that was sent before: the chat as it is now, in the way that is asked for this time."""
    if is_alone(request):
        return answer_alone(request, pk, refusal=None)
    return redirect(f"{page_as_seen(request, pk)}#chat")


@posted_from(chat_place)
@once(again=show_again)
def game_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Sends `message` to the opponent. After a refusal the field keeps it."""
    access.require_seat(request.user, pk)
    alone = is_alone(request)
    refusal = None
    try:
        chat.send(request.user, game_id=pk, text=request.POST.get("message", ""))
    except Refusal as refused:
        refusal = refused
        if not alone:
            return show_game(request, access.get_game(request.user, pk), refusal=refusal)
    if alone:
        return answer_alone(request, pk, refusal=refusal)
    return redirect(f"{page_as_seen(request, pk)}#chat")


def answer_alone(request: HttpRequest, pk: int, *, refusal: Refusal | None) -> HttpResponse:
    """The chat as it is now. Writing in it counts as having read it."""
    game = access.get_game(request.user, pk)
    seat = access.seat_of(request.user, game)
    spoken = describe_chat(request, access.get_state(request.user, game, before=read_before(request)))
    note_opened(seat, spoken)
    if spoken:
        spoken["refusal"] = refusal
        if refusal is None:
            spoken["typed"] = ""
    context = {"game": game, "seat": seat, "chat": spoken}
    return note_refusal(render(request, "games/_game_chat.html", context), refusal)
