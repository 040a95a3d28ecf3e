"""The levels of a game, for the form that starts one against a computer."""

from django import template

from computers.starting import list_open_levels
from engine.contract import Ruleset
from engine.search.playing import number_levels

register = template.Library()


@register.filter
def levels(ruleset: Ruleset) -> list[tuple[str, int]]:
    """The names of the levels, the weakest first, each with the number that is shown."""
    return list(number_levels(ruleset).items())


@register.filter
def is_open(level: str, ruleset: Ruleset) -> bool:
    """Whether a visitor may play this level without an account."""
    return level in list_open_levels(ruleset)
