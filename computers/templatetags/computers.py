"""The levels of a game, for the form that starts one against a computer."""

from django import template

from games.engine.contract import Ruleset
from games.engine.search.playing import list_levels

register = template.Library()


@register.filter
def levels(ruleset: Ruleset) -> range:
    """The numbers of the levels, the weakest first."""
    return range(1, len(list_levels(ruleset)) + 1)
