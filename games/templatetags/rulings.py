"""Footnotes of rules pages: a number where this site had to decide, and at the end the list of what it decided."""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
KEPT = "rulings"
"""Where the notes of a page wait for the list, in what its rendering keeps."""


class RulingNode(template.Node):
    """Shows the number of a ruling, and keeps its text for the list."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        notes = find_notes(context)
        notes.append(self.nodelist.render(context))
        return format_html(
            '<sup class="ruling" id="ruled-{0}"><a href="#ruling-{0}" aria-label="Site ruling {0}">{0}</a></sup>',
            len(notes),
        )


def find_notes(context: Context) -> list[SafeString]:
    """The notes so far of the page that is being rendered."""
    return cast("list[SafeString]", context.render_context.setdefault(KEPT, cast("Any", [])))


@register.tag
def ruling(parser: Parser, token: Token) -> RulingNode:
    """Behind a sentence: `{% ruling %}What the source leaves open, and what we made of it.{% endruling %}`."""
    nodelist = parser.parse(("endruling",))
    parser.delete_first_token()
    return RulingNode(nodelist)


@register.inclusion_tag("rules/_rulings.html", takes_context=True)
def rulings(context: Context) -> dict[str, list[SafeString]]:
    """All rulings of the page above, with their numbers and a way back."""
    return {"notes": find_notes(context)}
