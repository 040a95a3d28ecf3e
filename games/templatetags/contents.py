"""The contents of a long page: a list of its headings that leads to each."""

from __future__ import annotations

import re

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

register = template.Library()
HEADING = re.compile(r'<h2(?: id="([^"]*)")?>(.*?)((?: <span class="tag">.*?)?)</h2>', re.S)
FEWEST = 4
"""Headings: a page with fewer is short enough without a list."""


class ContentsNode(template.Node):
    """Gives each heading an address, and puts the list before the text."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        text = self.nodelist.render(context)
        found = [(name or slugify(words), words) for name, words, _ in HEADING.findall(text)]
        if len(found) < FEWEST:
            return text
        addresses = iter(found)
        linked = HEADING.sub(lambda heading: f'<h2 id="{next(addresses)[0]}">{heading[2]}{heading[3]}</h2>', text)
        headings = [(address, mark_safe(words)) for address, words in found]
        return mark_safe(render_to_string("rules/_contents.html", {"headings": headings}) + linked)


@register.tag
def contents(parser: Parser, token: Token) -> ContentsNode:
    """Around the text of a page: `{% contents %} … {% endcontents %}`."""
    nodelist = parser.parse(("endcontents",))
    parser.delete_first_token()
    return ContentsNode(nodelist)
