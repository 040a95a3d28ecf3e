"""What a script needs to replay a game, and the graph of its material."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.board_look import read_look
from core.numbers import read_number
from core.refusal import Refusal, note_refusal
from engine.contract import Position, Ruleset
from games import access
from games.lines import find_ruleset, read_line, spend_long
from games.models import Game
from games.reading.seats import read_seats
from games.reading.state import is_flipped
from games.reading.turns import Played, find_turns
from records import material
from records.frames import AT_ONCE, Seen, Step, find_jumps, list_steps, make_frame, make_title
from records.views.pictures import refuse
from records.words import pictures as words


@require_safe
@never_cache
def game_frames(request: HttpRequest, pk: int) -> HttpResponse:
    """The position after `?from=` turns and the next twenty, as the reader sees the board. Raises Http404."""
    game = access.get_game(access.player_of(request), pk)
    return answer_frames(request, game, reader_id=access.player_of(request).pk)


def answer_frames(request: HttpRequest, game: Game, *, reader_id: int | None) -> HttpResponse:
    """It holds no secret, so that it may be compressed for everybody."""
    start = read_number(request.GET.get("from", "0"))
    if start is None:
        return refuse(str(Refusal(words.BAD_START(), status=422)))
    if start > game.ply:
        raise Http404
    seats = read_seats(game, reader_id=reader_id)
    seen = Seen(
        is_flipped(seats, turned="flip" in request.GET),
        read_look(request).coordinates,
        None if seats.mine is None else seats.mine.side,
    )
    made = [make_frame(game.ruleset, step, seen=seen, last=game.ply) for step in list_steps(game, start)]
    frames = [frame | {"title": make_title(game, seats, frame["ply"])} for frame in made]
    response = JsonResponse({"last": game.ply, "frames": frames})
    response.tells_no_secret = True  # type: ignore[attr-defined]
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def line_frames(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for a line that is sent or asked for, from `position` on by `turns`: of a practice board, or of an
    analysis; with `jumps` after which of them there is something to be jumped to, and with `material` its graph.
    Whatever is not legal ends it. Raises Http404."""
    ruleset = find_ruleset(slug)
    given = {name: value.replace("\0", "") for name, value in (request.POST or request.GET).items()}
    start = read_number(given.get("from", "0"))
    if start is None:
        return refuse(str(Refusal(words.BAD_START(), status=422)))
    try:
        spend_long(request, given)
    except Refusal as refusal:
        return note_refusal(refuse(refusal.sentence), refusal)
    line = read_line(ruleset, given)
    texts = [position.text() for position in line.positions]
    seen = Seen(bool(given.get("flip")), read_look(request).coordinates, None)
    steps = [
        Step(ply, line.turns[ply - 1] if ply else None, texts[ply - 1] if ply else None, texts[ply])
        for ply in range(start, min(start + AT_ONCE, len(texts)))
    ]
    frames = [make_frame(ruleset, step, seen=seen, last=len(line.turns)) for step in steps]
    told: dict[str, Any] = {"last": len(line.turns), "frames": frames}
    if "jumps" in given:
        told["jumps"] = find_jumps(ruleset, line.positions, line.turns)
    if "material" in given:
        told["material"] = render_to_string("records/_material.html", describe_material(ruleset, line.positions))
    response = JsonResponse(told)
    response.tells_no_secret = True  # type: ignore[attr-defined]
    return response


def read_positions(game: Game) -> tuple[list[Position], list[str]]:
    """All positions of a game, the first one too, and its turns, in one query."""
    turns = [Played._make(each) for each in find_turns(game.pk, 1, game.ply)]
    ruleset = game.ruleset
    return [ruleset.start(**game.options), *(ruleset.read(turn.position_text) for turn in turns)], [
        turn.text for turn in turns
    ]


@require_safe
@never_cache
def game_jumps(request: HttpRequest, pk: int) -> HttpResponse:
    """After which turns there is something to be jumped to. Raises Http404."""
    game = access.get_game(access.player_of(request), pk)
    positions, texts = read_positions(game)
    return JsonResponse({"jumps": find_jumps(game.ruleset, positions, texts)})


@require_safe
@never_cache
def game_material(request: HttpRequest, pk: int) -> HttpResponse:
    """The graph with its table. Raises Http404."""
    game = access.get_game(access.player_of(request), pk)
    told = {"game": game, "names": read_seats(game).names}
    return render(request, "records/material.html", told | describe_material(game.ruleset, read_positions(game)[0]))


def describe_material(ruleset: Ruleset, positions: Sequence[Position]) -> dict[str, Any]:
    counted = material.count(positions)
    return {
        "ruleset": ruleset,
        "graph": material.draw(counted),
        "spans": list(material.list_spans(counted)),
    }
