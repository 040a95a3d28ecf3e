"""Shows what higher apps put on a page of games: see `games.panels`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from games import panels

register = template.Library()
register.simple_tag(panels.describe_opponent)


@register.simple_tag(takes_context=True)
def panel(context: Context, place: str, **given: Any) -> SafeString:
    """All that fills the place, with what it is given here besides the context of the page."""
    return panels.show(place, context, **given)
