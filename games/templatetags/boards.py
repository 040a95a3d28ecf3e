"""Boards for templates: set-ups, and diagrams of rules pages, drawn from what the rules themselves say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from games import drawing, words
from games.engine import registry
from games.engine.board import Board
from games.engine.contract import Position, Ruleset, Side

register = template.Library()
register.filter("span", words.tell_length)
ZONES = ("zone-first", "zone-second")


@register.filter
def svg(drawn: str) -> SafeString:
    """Marks a drawing of ours as markup: all that came from elsewhere was escaped when it was drawn."""
    return mark_safe(drawn)


@register.simple_tag
def start_board(slug: str, **options: str) -> SafeString:
    """The set-up of a game."""
    ruleset = registry.get(slug)
    return mark_safe(drawing.draw_board(ruleset, ruleset.start(**options), label=f"Set-up of {ruleset.name}"))


@register.inclusion_tag("rules/_diagram.html")
def diagram(
    slug: str,
    text: str = "",
    *,
    moves_from: str = "",
    zone: str = "",
    last: str = "",
    caption: str = "",
    **options: str,
) -> dict[str, Any]:
    """A position (`text`, or the set-up with these options) and what the rules say of it, in a picture and in words.

    `moves_from` marks where the piece on that square may go, `zone` the zone of the piece there, `last` a turn.
    Raises BadPosition, so that a diagram the rules do not know is found by the first test that draws the page.
    """
    ruleset = registry.get(slug)
    position = ruleset.read(text) if text else ruleset.start(**options)
    marks = find_zone(position, zone) | find_moves(ruleset, position, moves_from)
    return {
        "board": drawing.draw_board(
            ruleset, position, marks=marks, last_turn=last or None, label=caption or ruleset.name
        ),
        "caption": caption,
        "words": [drawing.describe_pieces(ruleset, position), *describe_marks(marks, moves_from=moves_from, zone=zone)],
    }


def find_zone(position: Position, source: str) -> dict[str, str]:
    """The squares of the zones cast from a square."""
    return {
        square: ZONES[zone.side]
        for zone in position.overlays()
        if source and zone.source == source
        for square in zone.squares
    }


def find_moves(ruleset: Ruleset, position: Position, start: str) -> dict[str, str]:
    """Where a piece may go in one turn, by the clicks of the legal turns that begin on its square."""
    squares = Board(files=ruleset.files, ranks=ruleset.ranks).index
    standing = {piece.square: piece.side for piece in position.pieces()}
    marks: dict[str, str] = {}
    for move in position.legal_moves() if start else ():
        for name, tokens in ruleset.steps(move):
            if tokens[0] == start and tokens[1:] and tokens[1] in squares:
                marks[start] = "from"
                marks[tokens[1]] = name_mark(name, taken=standing.get(tokens[1]), turn=position.turn)
    return marks


def name_mark(group: str, *, taken: Side | None, turn: Side) -> str:
    if taken is not None:
        return "devour" if taken is turn else "take"
    return "control" if group == "control" else "to"


def describe_marks(marks: Mapping[str, str], *, moves_from: str, zone: str) -> list[str]:
    """What the marks show, in words."""
    found: dict[str, list[str]] = {}
    for square, mark in marks.items():
        found.setdefault(mark, []).append(square)
    lead = {
        "to": f"The piece on {moves_from} may go to",
        "control": f"Controlled, the piece on {moves_from} may go to",
        "take": f"The piece on {moves_from} may take on",
        "devour": f"The piece on {moves_from} may devour its own side’s piece on",
        **dict.fromkeys(ZONES, f"The zone of the piece on {zone} is"),
    }
    return [f"{lead[mark]} {', '.join(sorted(squares))}." for mark, squares in found.items() if mark in lead]
