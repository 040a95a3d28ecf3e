"""The practice board, on which one person plays both sides. It stores nothing: everything is in the form or the
address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.board_look import BoardLook, read_look
from core.posting import refuse_too_often
from core.refusal import Refusal, note_refusal
from engine import drawing
from engine.contract import BadPosition, IllegalMove, Position, Ruleset, Side
from engine.drawing.diagram import find_ways
from engine.drawing.ways import Way
from games import drawn, hints
from games.drawn import describe_turns
from games.lines import (
    LONGEST_POSITION,
    Line,
    find_ruleset,
    read_line,
    spend_long,
    tell_outcome,
    write_preview_query,
    write_query,
)
from games.telling.played import tell_on
from games.views.staged import answer_staging, refuse
from games.words.page import PRACTICE_BOARD, PRACTICE_STAGED

LONGEST_ADDRESS = 1800
"""Characters; a longer line is kept in the form alone."""
LISTED = 400
"""How many legal turns the page lists."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows a line, and plays `text` in it or takes back a turn.

    What is not understood is kept: 422, and a sentence. The script of the page asks for the same pages and replaces
    what has changed.
    """
    ruleset = find_ruleset(slug)
    given = {name: value.replace("\0", "") for name, value in (request.POST or request.GET).items()}
    try:
        spend_long(request, given)
    except Refusal as reached:
        return refuse_too_often(request, reached)
    line = read_line(ruleset, given)
    typed = given.get("text", "").strip()
    if given.get("undo") and not line.fault:
        line.undo()
    elif typed and not line.fault:
        try:
            line.play(typed)
            typed = ""
        except IllegalMove as error:
            line.fault = str(error)
    hint, refusal = ask_hint(request, line) if request.method == "POST" and given.get("hint") else (None, None)
    query = urlencode(write_query(line, given=given, ply=line.ply))
    address = f"{request.path}?{query}" if query else request.path
    if request.method == "POST" and not (line.fault or hint or refusal) and len(address) < LONGEST_ADDRESS:
        return redirect(address)
    context = describe_practice(line, look=read_look(request), given=given, typed=typed)
    context["here"] = address if len(address) < LONGEST_ADDRESS else ""
    context["address"] = request.build_absolute_uri(address) if context["here"] else ""
    if hint:
        context["board"] = draw_board(line, look=read_look(request), flipped=bool(given.get("flip")), hint=hint.turn)
    context |= {"hint": hint, "refusal": refusal}
    response = render(request, "games/practice.html", context, status=422 if line.fault else 200)
    return note_refusal(response, refusal)


def ask_hint(request: HttpRequest, line: Line) -> tuple[hints.Told | None, Refusal | None]:
    """The hint for the position shown, or why there is none."""
    if line.fault:
        return None, None
    try:
        return hints.give(line.ruleset, line.positions, ply=line.ply, player=request.user.pk), None
    except Refusal as refusal:
        return None, refusal


@never_cache
@require_safe
def practice_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of `?position=` as it would look after `?text=`, or why not: see `answer_staging`."""
    ruleset = find_ruleset(slug)
    try:
        before = ruleset.read(request.GET.get("position", "")[:LONGEST_POSITION])
    except BadPosition as error:
        return refuse(str(error))
    return answer_staging(
        ruleset,
        before,
        request.GET,
        label=PRACTICE_STAGED,
        flipped=bool(request.GET.get("flip")),
        coordinates=read_look(request).coordinates,
        mine=not request.GET.get("theirs"),
    )


def describe_practice(line: Line, *, look: BoardLook, given: Mapping[str, str], typed: str) -> dict[str, Any]:
    """Everything the template needs."""
    ruleset, position = line.ruleset, line.position
    outcome, moves = position.outcome(), position.legal_moves()
    kept = write_query(line, given=given)
    return {
        "ruleset": ruleset,
        "look": look,
        "position": position,
        "kept": kept,
        "typed": typed,
        "fault": line.fault,
        "result": tell_outcome(ruleset, outcome),
        "mover": "" if outcome else ruleset.sides[position.turn],
        "options": [
            {"option": option, "chosen": "" if kept.get("position") else given.get(option.name) or option.default}
            for option in ruleset.options
            if not option.multiple
        ],
        "position_typed": given.get("position", "")[:LONGEST_POSITION],
        "legal": moves[:LISTED],
        "legal_count": len(moves),
        "more_legal": max(0, len(moves) - LISTED),
        "script": describe_for_script(ruleset, position, moves=moves),
        **describe_board(line, look=look, flipped=bool(given.get("flip"))),
        **describe_line(line),
    }


def describe_board(line: Line, *, look: BoardLook, flipped: bool) -> dict[str, Any]:
    """The board at the shown turn, with what stands beside it."""
    ruleset, position = line.ruleset, line.position
    return {
        "board": draw_board(line, look=look, flipped=flipped),
        "trays": [
            drawing.draw_tray(ruleset, position.captured(), side=side) for side in (Side(not flipped), Side(flipped))
        ],
        "legend": drawn.draw_legend(ruleset),
        "pieces_in_words": drawing.describe_pieces(ruleset, position),
        "query": write_preview_query(position, flipped=flipped),
        "flip": "" if flipped else "1",
    }


def draw_board(line: Line, *, look: BoardLook, flipped: bool, hint: str = "") -> str:
    """The board at the shown turn, with arrows and rings for a turn that was hinted at."""
    ruleset, ply = line.ruleset, line.ply
    return drawing.draw_board(
        ruleset,
        line.position,
        flipped=flipped,
        last_turn=line.turns[ply - 1] if ply else None,
        interactive=True,
        coordinates=look.coordinates,
        label=str(PRACTICE_BOARD(ruleset=ruleset.name, ply=ply)),
        ways=[Way(squares, allowed=True) for squares in find_ways(ruleset, [hint] if hint else [])],
    )


def describe_line(line: Line) -> dict[str, Any]:
    """The list of its turns, and the steps along it."""
    ruleset, position, ply = line.ruleset, line.position, line.ply
    return {
        "line": line,
        "told": tell_on(ruleset, line.positions[ply - 1], line.turns[ply - 1], position) if ply else "",
        "rows": [(number, turn, line.positions[number].turn) for number, turn in enumerate(line.turns, 1)],
        "steps": {"previous": ply - 1, "next": ply + 1, "last": len(line.turns)},
        "turns_shown": "; ".join(f"{number}. {turn}" for number, turn in enumerate(line.turns, 1)),
        "turns_typed": "; ".join(filter(None, ("; ".join(line.turns), line.rest))),
    }


def describe_for_script(ruleset: Ruleset, position: Position, *, moves: Sequence[str]) -> dict[str, Any]:
    """What the board's script needs."""
    preview = reverse("practice_preview", args=[ruleset.slug])
    return describe_turns(ruleset, position, moves=moves, side=int(position.turn), preview=preview)
