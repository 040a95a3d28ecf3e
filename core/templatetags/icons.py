"""Puts an icon beside a word: `{% icon "bell" %}` shows templates/icons/bell.html, drawn with one stroke on 24 × 24."""

from __future__ import annotations

from pathlib import Path

from django import template
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from core.bounded_cache import keep

register = template.Library()
KEPT = 64 << 10
"""Bytes: an icon has a quarter of a kilobyte."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """The icon of that name, which says nothing to a screen reader: a word stands beside it, or in a label. Raises
    FileNotFoundError for one that is not there."""
    return mark_safe(_draw(name))


def list_icons() -> list[str]:
    """The names of all icons, in order."""
    return sorted(path.stem for path in _find_folder().glob("*.html"))


@keep(most=KEPT)
def _draw(name: str) -> str:
    strokes = (_find_folder() / f"{name}.html").read_text().strip()
    return f'<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{strokes}</svg>'


def _find_folder() -> Path:
    return Path(settings.BASE_DIR) / "templates" / "icons"
