"""The levels of a game, for the form that starts one against a computer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.template.context import Context

from computers.shown_strength import Shown, read_for
from computers.starting import list_open_levels
from computers.words import levels as words
from core.words import Said
from engine.contract import Ruleset
from engine.level import Level
from engine.search.playing import list_levels

register = template.Library()


class Offered(NamedTuple):
    """A level as it is offered."""

    name: str
    label: Said
    is_open: bool
    """Whether a visitor may play it without an account."""
    label_for_visitor: Said


class AtHome(NamedTuple):
    """What every game against the computer is offered by, as values by which the HTML can be kept."""

    rulesets: Sequence[Ruleset]
    strengths: tuple[Shown, ...]


@register.filter
def at_home(rulesets: Sequence[Ruleset], reader: Any) -> AtHome:
    """These games, and how strong their levels are, if the reader wants to know."""
    return AtHome(rulesets, read_for(reader))


@register.simple_tag(takes_context=True)
def list_offered(context: Context, ruleset: Ruleset) -> list[Offered]:
    """The levels, the weakest first. How strong they are stands in the context, or else its `user` may want to know."""
    given = context.get("strengths")
    strengths = read_for(context.get("user")) if given is None else given
    known = {shown.level: shown for shown in strengths if shown.slug == ruleset.slug}
    free = list_open_levels(ruleset)
    return [
        offer(level, number=number, is_open=level.name in free, strength=known.get(level.name))
        for number, level in enumerate(list_levels(ruleset), 1)
    ]


def offer(level: Level, *, number: int, is_open: bool, strength: Shown | None) -> Offered:
    told: dict[str, Any] = {"number": number, **(strength.figures if strength else {})}
    if level.word:
        told["level"] = level.word()
        with_word = words.LEVEL_LIKE, words.LEVEL_OF_MEMBERS_LIKE
        label, closed = with_word if strength else (words.LEVEL, words.LEVEL_OF_MEMBERS)
    else:
        numbered = words.NUMBERED_LIKE, words.NUMBERED_OF_MEMBERS_LIKE
        label, closed = numbered if strength else (words.NUMBERED, words.NUMBERED_OF_MEMBERS)
    return Offered(level.name, label(**told), is_open, (label if is_open else closed)(**told))
