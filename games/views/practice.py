"""The practice board, on which one person plays both sides. It stores nothing: everything is in the form or the
address."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.board_look import BoardLook, read_look
from core.numbers import read_number
from core.refusal import Refusal, note_refusal
from engine import drawing, registry
from engine.contract import BadOption, BadPosition, IllegalMove, Outcome, Position, RuleError, Ruleset, Side
from games import drawn, hints
from games.drawn import describe_turns, remarks_on
from games.views.staged import answer_staging, refuse

LONGEST_POSITION = 300
LONGEST_LINE = 30_000
"""Characters of the text of a line."""
MOST_TURNS = 500
LONGEST_ADDRESS = 1800
"""Characters; a longer line is kept in the form alone."""
LISTED = 400
"""How many legal turns the page lists."""


@dataclass
class Line:
    """A first position and the turns from it: `positions` has one more than `turns`. `fault` says what was wrong."""

    ruleset: Ruleset
    positions: list[Position]
    turns: list[str] = field(default_factory=list)
    ply: int = 0
    fault: str = ""
    rest: str = ""
    """Turns that were typed and not understood, kept as they were typed."""

    @property
    def position(self) -> Position:
        return self.positions[self.ply]

    def play(self, text: str) -> None:
        """Plays on from the shown position; a turn other than the next one replaces the rest. Raises IllegalMove."""
        move = self.position.canonical(text)
        if self.turns[self.ply : self.ply + 1] != [move]:
            after = self.position.play(move)
            self.turns[self.ply :] = [move]
            self.positions[self.ply + 1 :] = [after]
        self.ply += 1

    def undo(self) -> None:
        """Takes back the turn that led to the shown position, and all turns after it."""
        self.ply = max(0, self.ply - 1)
        del self.turns[self.ply :], self.positions[self.ply + 1 :]


def find_ruleset(slug: str) -> Ruleset:
    try:
        return registry.get(slug)
    except LookupError:
        raise Http404 from None


def read_line(ruleset: Ruleset, given: Mapping[str, str]) -> Line:
    """The line in a form or an address, as far as it can be understood."""
    fault: RuleError | None = None
    names = {option.name for option in ruleset.options if not option.multiple}
    try:
        start = ruleset.start(**{name: given[name] for name in names if given.get(name)})
    except BadOption as error:
        start, fault = ruleset.start(), error
    if text := given.get("position", "")[:LONGEST_POSITION].strip():
        try:
            start = ruleset.read(text)
        except BadPosition as error:
            fault = error
    line = Line(ruleset, [start], fault=str(fault or ""))
    read_turns(line, given.get("turns", "")[:LONGEST_LINE])
    ply = read_number(given.get("ply", ""))
    line.ply = len(line.turns) if ply is None else min(ply, len(line.turns))
    return line


def read_turns(line: Line, text: str) -> None:
    """Plays turns that semicolons or new lines separate, numbered or not, up to the first that is not legal."""
    chunks = [chunk.strip() for chunk in re.split("[;\r\n]", text)]
    chunks = [re.sub(r"^\d+\.+\s*", "", chunk) for chunk in chunks if chunk]
    for number, chunk in enumerate(chunks):
        try:
            if number == MOST_TURNS:
                raise IllegalMove("too_many", "The practice board takes up to {most} turns.", most=MOST_TURNS)
            line.play(chunk)
        except IllegalMove as error:
            line.fault = line.fault or f"Turn {number + 1}: {error}"
            line.rest = "; ".join(chunks[number:])
            return


def write_query(line: Line, *, given: Mapping[str, str], ply: int | None = None) -> dict[str, str]:
    """What a form or an address must contain to show the line again."""
    query = {option.name: given.get(option.name, "") for option in line.ruleset.options if not option.multiple}
    query |= {"position": given.get("position", "")[:LONGEST_POSITION].strip(), "turns": "; ".join(line.turns)}
    if ply is not None and ply != len(line.turns):
        query["ply"] = str(ply)
    query["flip"] = "1" if given.get("flip") else ""
    return {name: value for name, value in query.items() if value}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows a line, and plays `text` in it or takes back a turn.

    What is not understood is kept: 422, and a sentence. The script of the page asks for the same pages and replaces
    what has changed.
    """
    ruleset = find_ruleset(slug)
    given = {name: value.replace("\0", "") for name, value in (request.POST or request.GET).items()}
    line = read_line(ruleset, given)
    typed = given.get("text", "").strip()[:200]
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
    context["address"] = request.build_absolute_uri(address) if len(address) < LONGEST_ADDRESS else ""
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
        name="Practice board",
        flipped=bool(request.GET.get("flip")),
        coordinates=read_look(request).coordinates,
    )


def describe_practice(line: Line, *, look: BoardLook, given: Mapping[str, str], typed: str) -> dict[str, Any]:
    """Everything the template needs."""
    ruleset, position, ply = line.ruleset, line.position, line.ply
    last = line.turns[ply - 1] if ply else None
    outcome, moves = position.outcome(), position.legal_moves()
    flipped = bool(given.get("flip"))
    kept = write_query(line, given=given)
    return {
        "ruleset": ruleset,
        "look": look,
        "line": line,
        "position": position,
        "kept": kept,
        "typed": typed,
        "fault": line.fault,
        "result": tell_outcome(ruleset, outcome),
        "mover": "" if outcome else ruleset.sides[position.turn],
        "board": drawing.draw_board(
            ruleset,
            position,
            flipped=flipped,
            last_turn=last,
            interactive=True,
            coordinates=look.coordinates,
            label=f"Practice board of {ruleset.name}, after turn {ply}",
        ),
        "trays": _draw_trays(ruleset, position, flipped=flipped),
        "remarks": remarks_on(ruleset, line.positions[ply - 1], last, position) if last else (),
        "legend": drawn.draw_legend(ruleset),
        "pieces_in_words": drawing.describe_pieces(ruleset, position),
        "rows": [(number, turn, line.positions[number].turn) for number, turn in enumerate(line.turns, 1)],
        "steps": {"previous": ply - 1, "next": ply + 1, "last": len(line.turns)},
        **_describe_fields(line, given=given, of_position=bool(kept.get("position"))),
        "legal": moves[:LISTED],
        "legal_count": len(moves),
        "more_legal": max(0, len(moves) - LISTED),
        "script": describe_for_script(ruleset, position, moves=moves),
        "query": write_preview_query(position, flipped=flipped),
        "flip": "" if flipped else "1",
    }


def _draw_trays(ruleset: Ruleset, position: Position, *, flipped: bool) -> list[str]:
    """The captured pieces of the side above the board, and of that below."""
    captured = position.captured()
    return [drawing.draw_tray(ruleset, captured, side=side) for side in (Side(not flipped), Side(flipped))]


def _describe_fields(line: Line, *, given: Mapping[str, str], of_position: bool) -> dict[str, Any]:
    """What the fields for options, a position and turns contain."""
    return {
        "options": [
            {"option": option, "chosen": "" if of_position else given.get(option.name) or option.default}
            for option in line.ruleset.options
            if not option.multiple
        ],
        "position_typed": given.get("position", "")[:LONGEST_POSITION],
        "turns_shown": "; ".join(f"{number}. {turn}" for number, turn in enumerate(line.turns, 1)),
        "turns_typed": "; ".join(filter(None, ("; ".join(line.turns), line.rest))),
    }


def describe_for_script(ruleset: Ruleset, position: Position, *, moves: Sequence[str]) -> dict[str, Any]:
    """What the board's script needs."""
    preview = reverse("practice_preview", args=[ruleset.slug])
    return describe_turns(ruleset, position, moves=moves, side=int(position.turn), preview=preview)


def write_preview_query(position: Position, *, flipped: bool) -> str:
    """What the script adds to the address of a preview, besides the turn."""
    return urlencode({"position": position.text(), **({"flip": "1"} if flipped else {})})


def tell_outcome(ruleset: Ruleset, outcome: Outcome | None) -> str:
    """How the game has ended on the board: 'Dark won: Light lost its last Master.'"""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "The game is drawn."
    loser = ruleset.sides[outcome.winner.other]
    what = ruleset.terminations.get(outcome.termination, outcome.termination)
    return f"{ruleset.sides[outcome.winner]} won: {loser} {what}."
