"""The levels of a game, for the form that starts one against a computer."""

from django import template

from computers.starting import list_open_levels
from games.engine.contract import Ruleset
from games.engine.search.playing import list_levels

register = template.Library()


@register.filter
def levels(ruleset: Ruleset) -> range:
    """The numbers of the levels, the weakest first."""
    return range(1, len(list_levels(ruleset)) + 1)


@register.filter
def is_open(level: int, ruleset: Ruleset) -> bool:
    """Whether a visitor may play this level without an account."""
    return level in list_open_levels(ruleset)
