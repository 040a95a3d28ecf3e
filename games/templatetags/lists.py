"""What the lists of games of a page share: the pieces that their boards use, drawn once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from core.bounded_cache import keep
from engine.drawing.small import draw_shapes

register = template.Library()


@register.simple_tag
def shapes(*lists: Iterable[Any]) -> SafeString:
    """The shapes that the boards of these lists of `games.views.entries.Row` use, each once; nothing without rows."""
    names = sorted({name for rows in lists for row in rows for name in row.shapes})
    return mark_safe(_draw(tuple(names))) if names else mark_safe("")


@keep(most=1 << 20)
def _draw(names: tuple[str, ...]) -> str:
    return draw_shapes(names)
