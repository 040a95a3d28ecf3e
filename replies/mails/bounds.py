"""Prepares the HTML of a mail so that the parser takes time in proportion to its length, whatever stands in it.

A parser that builds the tree of a browser can take the square of the length or more: it opens formatting that never
ends again in each paragraph, looks for many a tag through all elements that are open, and compares each attribute with
those before it. So nothing reaches it that could make it do so.
"""

from __future__ import annotations

import re

MOST_TAGS = 20_000
"""What stands below so many tags is not read."""
MOST_ATTRIBUTES = 3000
"""A tag that may have more than these, and what stands below it, is not read."""

_UNREADABLE = re.compile(r"[\0\ud800-\udfff]|&#(?:\d{8,}|[xX][0-9a-fA-F]{8,});?")
"""NULs, halves of characters, and numbers too long for a character."""
_FORMATTING = re.compile(r"<(/?)(a|b|big|code|em|font|i|nobr|small|strong|tt|u)(?=[\s/>])", re.I | re.A)
"""Elements that browsers open again after a misplaced end. By another name they stay closed; the reader asks nothing of
them."""
_STRUCK = re.compile(r"<(/?)(?:s|strike)(?=[\s/>])[^>]*", re.I | re.A)
"""Browsers open these again, too, and the reader has to know of them. Without attributes at most three are open."""
_MERGED = re.compile(r"""<(html|body)(?=[\s/>])(?:=\s*(?:"[^"]*"|'[^']*')|[^>])*+""", re.I | re.A)
"""Wherever such a tag stands, browsers add its attributes to those of the first."""
_INLINE = re.compile(r"data:image/[^\s\"'<>]*", re.I | re.A)
"""A picture within a tag, whose many slashes would count as attributes."""
_TAG = re.compile(r"<[a-zA-Z]")
_BETWEEN = re.compile(r"[\s/\"']")
"""At least one of these stands before each attribute."""


def bound(html: str) -> str:
    """The text as the parser may read it, cut where it has too many tags or attributes."""
    html = _UNREADABLE.sub(" ", html)
    html = _INLINE.sub("", html)
    html = _FORMATTING.sub(r"<\1x-\2", html)
    html = _STRUCK.sub(r"<\1s", html)
    html = _MERGED.sub(r"<\1", html)
    return _cut_long_tag("<".join(html.split("<", MOST_TAGS + 1)[: MOST_TAGS + 1]))


def _cut_long_tag(html: str) -> str:
    """The text above the first tag that may have too many attributes.

    Where a tag ends depends on quotes, comments and scripts before it. This looks at none of them: a stretch goes on
    from a tag to the first `>` at which no quote can be open, so each tag lies within one stretch.
    """
    end = 0
    while found := _TAG.search(html, end):
        start = at = found.start()
        count = 0
        while at >= 0:
            end = html.find(">", at)
            if end < 0:
                end = len(html)
            count += len(_BETWEEN.findall(html, at, end))
            if count > MOST_ATTRIBUTES:
                return html[:start]
            at = _find_close(html, start, end)
    return html


def _find_close(html: str, start: int, end: int) -> int:
    """Where a value ends whose quote may be open at `end`; below zero if there is none."""
    closes = -1
    for mark in "\"'":
        opens = html.rfind(mark, start, end)
        if opens >= 0 and html[max(start, opens - MOST_ATTRIBUTES) : opens].rstrip().endswith("="):
            closes = max(closes, html.find(mark, end))
    return closes
