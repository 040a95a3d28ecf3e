"""Boards for templates: set-ups, pieces for a legend, and diagrams of rules pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from django import template
from django.utils.safestring import SafeString, mark_safe

from core.bounded_cache import keep
from engine import drawing, lessons, registry
from engine.contract import Piece, Side
from games import telling
from games.words.page import SET_UP_OF

MEGABYTE = 1 << 20

register = template.Library()
register.filter("span", telling.tell_length)
register.filter("has_lesson", lessons.has_any)


@register.filter
def svg(drawn: str) -> SafeString:
    """Marks a drawing of ours as markup: all that came from elsewhere was escaped when it was drawn."""
    return mark_safe(drawn)


@register.simple_tag
def start_board(slug: str, **options: str) -> SafeString:
    """The set-up of a game."""
    ruleset = registry.get(slug)
    return mark_safe(drawing.draw_board(ruleset, ruleset.start(**options), label=str(SET_UP_OF(ruleset=ruleset.name))))


@register.simple_tag
def icons(slug: str, kind: str, *marks: str) -> SafeString:
    """A piece as it looks on either side, for a legend."""
    ruleset = registry.get(slug)
    return mark_safe("".join(drawing.draw_icon(ruleset, Piece(None, kind, side, marks)) for side in Side))


class Drawn(NamedTuple):
    """What takes long of a diagram."""

    board: str
    refusals: tuple[tuple[str, str], ...]
    words: tuple[str, ...]


@register.inclusion_tag("rules/_diagram.html")
def diagram(slug: str, text: str = "", **said: str) -> dict[str, Any]:
    """A position (`text`, or the set-up with options) and what is said of it: see `make_diagram`."""
    return {"diagram": make_diagram(slug, text, **said), "drawn": draw_diagram(slug, text, **said)}


@keep(most=2 * MEGABYTE)
def draw_diagram(slug: str, text: str, **said: str) -> Drawn:
    made = make_diagram(slug, text, **said)
    return Drawn(made.board, tuple(made.refusals), tuple(made.words))


def make_diagram(
    slug: str,
    text: str = "",
    *,
    caption: str = "",
    may: str = "",
    wins: str = "",
    may_not: str = "",
    legal_in: str = "",
    played: str = "",
    moves_from: str = "",
    zone: str = "",
    crop: str = "",
    **options: str,
) -> drawing.Diagram:
    """A position (`text`, or the set-up with these options) and what is said of it.

    `may` and `may_not` are turns with semicolons between. Where a turn was `played`, the position after it is drawn.
    Raises BadPosition and IllegalMove, so that a diagram the rules do not know is found by the first test that draws
    the page.
    """
    ruleset = registry.get(slug)
    made = drawing.Diagram(
        ruleset,
        ruleset.read(text) if text else ruleset.start(**options),
        caption=caption,
        may=[turn.strip() for turn in may.split(";") if turn],
        wins=wins,
        may_not=[turn.strip() for turn in may_not.split(";") if turn],
        legal_in=ruleset.read(legal_in) if legal_in else None,
        played=played,
        moves_from=moves_from,
        zone=zone,
        crop=crop,
    )
    return replace(made, position=made.position.play(played)) if played else made
