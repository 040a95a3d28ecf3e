"""Starts games against computers by one click, and shows their analyses of finished games."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limiting.origin import hash_networks
from accounts.posted.sent_forms import once
from computers import hindrances, joining, review, starting
from computers.review_page import describe_review
from computers.words.playing import LEFT
from core import flash
from core.addresses import address_of
from core.numbers import read_number
from core.posting import posted_from, refuse_too_often
from core.refusal import Refusal
from core.words import Said
from engine import registry
from engine.contract import Side
from games import access, guests
from games.pages import game_page, read_revision
from games.reading.find import find_seats
from games.views.acting import by_player
from games.views.game import show_game


def rules_page(slug: str) -> str:
    return address_of("rules", slug)


def admit_everybody(request: HttpRequest, **_: object) -> bool:
    """A visitor plays as a guest."""
    return True


def recall_guest(request: HttpRequest, answer: HttpResponse, **_: object) -> HttpResponse:
    """After three quick clicks the browser may have seen only the last answer, so that answer names the guest, too."""
    number = read_number(answer["Location"].rstrip("/").rpartition("/")[2])
    if number is not None and not request.user.is_authenticated:
        for seat in find_seats(number):
            if seat.user.is_guest:
                guests.remember(answer, seat.user)
    return answer


@posted_from(rules_page, admits=admit_everybody)
@once(again=recall_guest)
def play_computer(request: HttpRequest, slug: str) -> HttpResponse:
    """Starts a game against the chosen level; a visitor becomes a guest. A player who has as many games as allowed is
    led to the list of them. Raises Http404 for an unknown game."""
    try:
        registry.get(slug)
    except registry.UnknownRuleset:
        raise Http404 from None
    try:
        return start_game(request, slug=slug, level=request.POST.get("level", ""))
    except Refusal as refusal:
        if refusal.status == 429:
            return refuse_too_often(request, refusal)
        flash.error(request, refusal.said)
        return redirect("home" if refusal.code == "too_many" else rules_page(slug))


def start_game(request: HttpRequest, *, slug: str, level: str) -> HttpResponse:
    """Starts it and leads to the board. Raises Refusal."""
    if request.user.is_authenticated:
        return redirect(starting.start(request.user, slug=slug, level=level))
    guest, game = starting.start_as_guest(guests.find(request), slug=slug, level=level, origin=hash_networks(request))
    response = redirect(game)
    guests.remember(response, guest)
    return response


@posted_from(game_page, admits=access.is_guest_at)
@by_player
def call_off(request: HttpRequest, pk: int, *, side: Side) -> Said:
    """Ends a game whose computer does not play, without a result."""
    game = access.get_game(access.player_of(request), pk)
    hindrances.call_off(game, side=side, expected_revision=read_revision(request))
    return LEFT()


# --- Analysis --------------------------------------------------------------------------------------------------
def review_page(pk: int) -> str:
    return address_of("review", pk)


@require_safe
@never_cache
def show_review(request: HttpRequest, pk: int, ply: int | None = None, step: int = 0) -> HttpResponse:
    """The analysis of a game, as far as it has come; `?done=` asks whether it has gone on: 204 where it has not.

    Raises Http404 for a running game, or one that the user may not see.
    """
    game = access.get_game(request.user, pk)
    if not review.may_be_reviewed(game):
        raise Http404
    context = describe_review(request, game, ply=game.ply if ply is None else ply, step=step)
    row = context["review"]
    if row and request.GET.get("done") == str(row.looks) and not row.stopped_at:
        return HttpResponse(status=204)
    return render(request, "computers/review.html", context)


@posted_from(review_page)
@once()
def join_review(request: HttpRequest, pk: int) -> HttpResponse:
    """Adds the better lines to the reader's own analysis of the game. Raises Http404 for one that they may not see."""
    game = access.get_game(request.user, pk)
    try:
        return redirect(joining.join(request.user, game))
    except Refusal as refusal:
        if refusal.status == 429:
            return refuse_too_often(request, refusal)
        return show_game(request, game, refusal=refusal)


@posted_from(review_page)
@once()
def ask_review(request: HttpRequest, pk: int) -> HttpResponse:
    """Has a finished game analysed, for a user who may see it. Raises Http404 for a game that the user may not see."""
    game = access.get_game(request.user, pk)
    try:
        review.ask(request.user, game_id=pk, origin=hash_networks(request))
    except Refusal as refusal:
        if refusal.status == 429:
            return refuse_too_often(request, refusal)
        return show_game(request, game, refusal=refusal)
    return redirect(review_page(pk))
