"""Fragments of pages that many requests share: each is rendered once for each value that it shows."""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Iterable
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from core.bounded_cache import keep
from core.language import find_language

register = template.Library()
Around = tuple[str, str | None, str]
"""Zone, language and the prefix of all addresses."""
KEPT = 4 << 20
"""Bytes, in each process: some thousands of fragments, most of them of about a kilobyte."""


@register.simple_tag
def fragment(name: str, value: Hashable, **marks: Any) -> SafeString:
    """The template `name` with nothing in its context but `it`, the value, and the marks: neither request nor user.

    What it shows depends on the value, the reader's zone, the language, and the prefix of all addresses alone; by these
    it is kept, and can never be out of date. `marks` are what differs from page to page, as a game's id or
    `csrf_token`: they are put in afterwards, so that all these pages share what is kept. In the template each is a
    number of 18 digits, to be written as it is or into an address, and never to be asked about.
    """
    return fragments(name, [value], **marks)


@register.simple_tag
def fragments(name: str, values: Iterable[Hashable], **marks: Any) -> SafeString:
    """The same for each of the values in turn."""
    render = _render.function if settings.DEBUG else _render  # where somebody changes the template itself
    around = (timezone.get_current_timezone_name(), find_language(), get_script_prefix())
    text = "".join([render(name, value, around, *marks) for value in values])
    return mark_safe(text % Escaped(marks) if marks else text)


class Escaped(dict[str, Any]):
    """Values as HTML. One that a text has no place for is not looked at: asking for the token sets a cookie."""

    def __getitem__(self, name: str) -> str:
        return conditional_escape(super().__getitem__(name))


@keep(most=KEPT)
def _render(name: str, value: Hashable, around: Around, *marks: str) -> str:
    """The HTML, `around` being in force; with marks it is a format, in which `%(mark)s` stands for each. The numbers
    are drawn anew each time, so that nobody can write one into a value."""
    numbers = {mark: 10**17 + secrets.randbelow(9 * 10**17) for mark in marks}
    text = get_template(name).render({"it": value, **numbers})
    if not marks:
        return text
    text = text.replace("%", "%%")
    for mark, number in numbers.items():
        text = text.replace(str(number), f"%({mark})s")
    return text
