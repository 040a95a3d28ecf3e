"""The editor of positions for the practice board. It stores nothing: everything is in the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.people.board_look import read_look
from core.words import form
from engine import drawing
from engine.contract import BadPosition, Piece, Side
from engine.drawing.text import describe_piece
from engine.editing import LONGEST, Draft, Editor, Field
from games.lines import find_ruleset
from games.words import editing as words

REMOVE = "-"
"""The brush that takes a piece away."""


class Place(NamedTuple):
    """A square as a button."""

    square: str
    label: str


class Brush(NamedTuple):
    """Something that can be put on a square."""

    letter: str
    label: str
    picture: str


@never_cache
@require_safe
def edit_position(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows a position, legal or not, with what was just done to it. `?do=show` leads to the practice board.

    What is no position of the game stays: 422, and a sentence.
    """
    editor = Editor(find_ruleset(slug))
    given = {name: value.replace("\0", "") for name, value in request.GET.items()}
    unread: BadPosition | None = None
    try:
        draft = editor.read(given["position"]) if given.get("position") else editor.start()
    except BadPosition as error:
        draft, unread = editor.start(), error
    draft = change(editor, draft, given)
    fault = unread or editor.find_fault(draft)
    if given.get("do") == "show" and not fault:
        flip = {"flip": "1"} if given.get("flip") else {}
        return redirect(f"{reverse('practice', args=[slug])}?{urlencode({'position': editor.write(draft), **flip})}")
    context = describe(editor, draft, given) | {"fault": str(fault or ""), "look": read_look(request)}
    refused = unread or (fault and given.get("do") == "show")
    return render(request, "games/editor.html", context, status=422 if refused else 200)


def change(editor: Editor, draft: Draft, given: Mapping[str, str]) -> Draft:
    """The draft after what the form asks for; nothing unknown changes it."""
    draft = editor.choose(draft, given)
    match given.get("do"):
        case "clear":
            return editor.clear(draft)
        case "start":
            return editor.start()
    square, brush = given.get("square", ""), given.get("brush", "")
    if not editor.is_square(square):
        return draft
    if editor.is_letter(brush):
        return draft.put(square, "" if draft.placed.get(square) == brush else brush)
    return draft.put(square, "")


def describe(editor: Editor, draft: Draft, given: Mapping[str, str]) -> dict[str, Any]:
    """Everything the template needs."""
    ruleset, flipped, text = editor.ruleset, bool(given.get("flip")), editor.write(draft)[:LONGEST]
    query = {"position": text, **({"flip": "1"} if flipped else {})}
    brush = given.get("brush", "")
    return {
        "ruleset": ruleset,
        "position": text,
        "address": f"{reverse('edit_position', args=[ruleset.slug])}?{urlencode(query)}",
        "flipped": flipped,
        "board": drawing.draw_pieces(
            ruleset, editor.list_pieces(draft), flipped=flipped, label=str(words.LABEL(game=ruleset.name))
        ),
        "rows": list_rows(editor, draft, flipped=flipped),
        "brushes": [[*list_brushes(editor, side)] for side in Side],
        "brush": brush if editor.is_letter(brush) else REMOVE if brush else next(iter(editor.letters)),
        "remove": REMOVE,
        "turns": [(editor.signs[side], ruleset.sides[side], side is draft.turn) for side in Side],
        "fields": [(one.name, form(one.label()), list_choices(one), draft.values[one.name]) for one in editor.fields],
        "playable": words.PLAYABLE(),
    }


def list_choices(field: Field) -> list[tuple[str, str]]:
    """The values of a field with the names that are shown."""
    return [(value, name if isinstance(name, str) else form(name())) for value, name in field.choices]


def list_rows(editor: Editor, draft: Draft, *, flipped: bool) -> list[list[Place]]:
    """The squares as the board shows them, the row at the top first."""
    board = editor.board
    rows = [board.names[first : first + board.files] for first in range(0, len(board.names), board.files)]
    standing = {piece.square: piece for piece in editor.list_pieces(draft)}
    placed = [[Place(name, tell_square(editor, name, standing.get(name))) for name in row] for row in rows]
    return [row[::-1] for row in placed] if flipped else placed[::-1]


def tell_square(editor: Editor, square: str, piece: Piece | None) -> str:
    if piece is None:
        return str(words.EMPTY(square=square))
    ruleset = editor.ruleset
    return str(words.STANDS(square=square, side=ruleset.sides[piece.side], piece=describe_piece(ruleset, piece)))


def list_brushes(editor: Editor, side: Side) -> Iterator[Brush]:
    """The pieces of a side, to be put down."""
    ruleset = editor.ruleset
    for capital in editor.letters:
        letter = capital if side is Side.FIRST else capital.lower()
        piece = editor.make_piece(letter)
        label = words.BRUSH(side=ruleset.sides[side], piece=describe_piece(ruleset, piece))
        yield Brush(letter, str(label), drawing.draw_icon(ruleset, piece))
