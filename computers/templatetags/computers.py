"""The levels of a game, for the form that starts one against a computer."""

from typing import NamedTuple

from django import template

from computers.starting import list_open_levels
from computers.words import levels as words
from core.words import Said
from engine.contract import Ruleset
from engine.search.playing import list_levels

register = template.Library()


class Offered(NamedTuple):
    """A level as it is offered."""

    name: str
    label: Said
    is_open: bool
    """Whether a visitor may play it without an account."""
    label_for_visitor: Said


@register.filter
def levels(ruleset: Ruleset) -> list[Offered]:
    """The levels, the weakest first."""
    free, offered = list_open_levels(ruleset), []
    for number, level in enumerate(list_levels(ruleset), 1):
        if level.word:
            told = {"number": number, "level": level.word()}
            label, closed = words.LEVEL(**told), words.LEVEL_OF_MEMBERS(**told)
        else:
            label, closed = words.NUMBERED(number=number), words.NUMBERED_OF_MEMBERS(number=number)
        is_open = level.name in free
        offered.append(Offered(level.name, label, is_open, label if is_open else closed))
    return offered
