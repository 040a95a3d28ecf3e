"""Fragments of pages that many requests share: each is rendered once for each value that it shows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from core.bounded_cache import keep

register = template.Library()
KEPT = 4 << 20
"""Bytes, in each process: some thousands of fragments, most of them of about a kilobyte."""


@register.simple_tag
def fragment(name: str, value: Hashable) -> SafeString:
    """The template `name` with nothing in its context but `it`, the value: neither request nor user.

    What it shows depends on the value, the reader's zone and the language alone; by these it is kept, and can never be
    out of date.
    """
    return fragments(name, [value])


@register.simple_tag
def fragments(name: str, values: Iterable[Hashable]) -> SafeString:
    """The same for each of the values in turn."""
    render = _render.function if settings.DEBUG else _render  # where somebody changes the template itself
    zone, language = timezone.get_current_timezone_name(), get_language()
    return mark_safe("".join([render(name, value, zone, language) for value in values]))


@keep(most=KEPT)
def _render(name: str, value: Hashable, zone: str, language: str | None) -> str:
    return get_template(name).render({"it": value})
