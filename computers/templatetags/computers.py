"""The form that starts a game against a computer, and what the front page of a player needs for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template

from computers.play_form import show_form
from computers.shown_strength import Shown, read_for
from engine.contract import Ruleset

register = template.Library()
register.simple_tag(show_form, takes_context=True, name="play_form")


class AtHome(NamedTuple):
    """What every game against the computer is offered by, as values by which the HTML can be kept."""

    rulesets: Sequence[Ruleset]
    strengths: tuple[Shown, ...]


@register.filter
def at_home(rulesets: Sequence[Ruleset], reader: Any) -> AtHome:
    """These games, and how strong their levels are, if the reader wants to know."""
    return AtHome(rulesets, read_for(reader))
