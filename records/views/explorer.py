"""The page of the book: the turns that were played in a position, and the newest games; alone or as a part."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.limiting.origin import hash_networks
from accounts.models import User
from accounts.people.board_look import read_look
from accounts.rules import find_rule
from core.refusal import Refusal, note_refusal
from engine import drawing
from engine.contract import BadPosition, Position, Ruleset
from games import access, telling
from games.lines import LONGEST_POSITION, find_ruleset
from games.models import Game
from games.reading.narrowing import read_opponent
from games.reading.seats import read_seats
from games.words.illegal import say_error
from games.words.page import GAME_OF
from records import explorer
from records.explorer import Asked, Found
from records.views.pictures import refuse
from records.words import book as words


@require_safe
def book_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The position of `?position=`, by default the set-up. `?who=computers` asks for their turns, `?mine=1` for the
    reader's own games, `?opponent=` for those of a player, or of the reader against that player; `?part=1` for the
    part that other pages show. 422 for what is no position or no player, 403 for what is not shown, 429
    for whoever asks too often what computers played."""
    ruleset = find_ruleset(slug)
    text = request.GET.get("position", "")[:LONGEST_POSITION].strip()
    try:
        position = ruleset.read(text) if text else ruleset.start()
    except BadPosition as error:
        return refuse(str(say_error(error)))
    refusal, found = None, Found([], 0, [])
    try:
        asked, reader = read_asked(request), access.player_of(request)
        found = explorer.look_up(ruleset, position, asked, reader=reader, origin=hash_networks(request))
    except Refusal as refused:
        refusal = refused
    context = describe(request, ruleset, position, found) | {"refusal": refusal}
    template = "records/_book.html" if request.GET.get("part") else "records/book.html"
    response = render(request, template, context)
    response["X-Robots-Tag"] = "noindex"
    return note_refusal(response, refusal)


def read_asked(request: HttpRequest) -> Asked:
    """Raises Refusal: log_in (403), no_player (422)."""
    reader, opponent = access.player_of(request), None
    if name := read_opponent(request.GET):
        other = User.objects.named(name).first()
        if other is None:
            raise Refusal(words.NO_PLAYER(name=name), status=422)
        opponent = other.pk
    by_computer = request.GET.get("who") == "computers"
    if request.GET.get("mine"):
        if not isinstance(reader, User):
            raise Refusal(words.LOG_IN(), status=403)
        return Asked(by_computer, reader.pk, opponent)
    return Asked(by_computer, opponent)


def describe(request: HttpRequest, ruleset: Ruleset, position: Position, found: Found) -> dict[str, Any]:
    look, kept = read_look(request), {name: request.GET[name] for name in KEPT if request.GET.get(name)}
    address = reverse("book", args=[ruleset.slug])
    return {
        "ruleset": ruleset,
        "title": words.TITLE(ruleset=ruleset.name),
        "position": position.text(),
        "board": drawing.draw_board(
            ruleset, position, coordinates=look.coordinates, label=str(words.BOARD(ruleset=ruleset.name))
        ),
        "sides": ruleset.sides,
        "turns": [
            (turn, f"{address}?{urlencode({**kept, 'position': position.play(turn.text).text()})}")
            for turn in found.turns
        ],
        "told": words.GAMES(n=found.games),
        "ended": words.ENDED(n=found.ended) if found.ended else "",
        "newest": [(game, ply, tell_game(game), tell_result(game)) for game, ply in found.newest],
        "address": address,
        "rule": find_rule("F1"),
        "who": request.GET.get("who", ""),
        "mine": bool(request.GET.get("mine")),
        "opponent": read_opponent(request.GET),
    }


KEPT = ("who", "mine", "opponent")


def tell_game(game: Game) -> str:
    return str(GAME_OF(ruleset=game.ruleset.name, names=read_seats(game).names))


def tell_result(game: Game) -> str:
    return telling.tell_result(game.ruleset, winner=game.winner, termination=game.termination)
