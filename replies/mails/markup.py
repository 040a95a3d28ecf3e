"""Turns the HTML of a mail into lines, those of a quote with a `>` before them, as in a mail of text.

Mail programs mark a quote in their own ways: by `blockquote`, by classes and identifiers, or by a line drawn above all
that follows. What is hidden, and what a program marks as a signature, becomes nothing. A tag is found by a search that
never looks back, since the parser of the standard library takes minutes for some texts of 256 kB.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

DEEPEST = 2000
LONGEST_TAG = 20_000
MOST_BROKEN_TAGS = 50

_TAG = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_PLAIN_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})([^<>]*)>")
_ATTRIBUTE = re.compile(r"""\b(class|id|style|name|type|tabindex)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LONG_NUMBER = re.compile(r"&#(?:\d{8,}|[xX][0-9a-fA-F]{8,});?")

_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_SILENT = frozenset("head title style script template noscript textarea select svg object iframe".split())
_RAW = ("script", "style", "title", "textarea", "iframe", "noscript")
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr html li main nav ol p pre section table tbody tr ul".split()
)
_CLOSING = _SILENT | frozenset(
    "article blockquote body center div dl fieldset figure form html li main ol pre section table tbody td th tr ul".split()
)
"""Their end also ends what is open within them; the end of any other element ends no quote, as in browsers."""
_QUOTES = ("yahoo_quoted", "moz-forward-container", "zmail_extra", "ms-outlook-mobile-forward", "quoted-content")
_ATTRIBUTIONS = ("gmail_attr", "gmail_quote", "moz-cite-prefix", "protonmail_quote", "tutanota_quote", "cite-prefix")
_REST = (
    "divrplyfwdmsg",
    "appendonsend",
    "olk_src_body_section",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "stopspelling",
)
_SIGNATURES = (
    "gmail_signature",
    "gmail_signature_prefix",
    "moz-signature",
    "ms-outlook-mobile-signature",
    "protonmail_signature_block",
    "applemailsignature",
    "signature",
)
_HIDDEN = re.compile(
    r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])", re.I
)
_LINE_LEFT = re.compile(r"border-left(?:-style|-width)?\s*:\s*(?!none|0)", re.I)
_LINE_ABOVE = re.compile(r"border\s*:\s*none\s*;\s*border-top\s*:\s*solid\s+#\w{3,6}\s+1\.0pt", re.I)
_OUR_PREFIX = re.compile(r"^(?:x_|m_-?\d+)+", re.I)


@dataclass(slots=True)
class _Open:
    """An element that has not ended."""

    tag: str
    is_quote: bool = False
    is_silent: bool = False
    is_attribution: bool = False


@dataclass(slots=True)
class _Reader:
    """Follows the elements and writes the lines."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    marks: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By tag, how many quotes and silent elements were open when each such element began."""
    quotes: int = 0
    silent: int = 0
    is_rest_quoted: bool = False
    waits_for_quote: bool = False
    """After a line such as "On Friday … wrote:": what follows is the other's, until the quote itself begins."""

    @property
    def is_quoted(self) -> bool:
        return self.is_rest_quoted or self.quotes > 0 or self.waits_for_quote

    def write(self, text: str) -> None:
        if self.silent or not text:
            return
        text = unescape(_LONG_NUMBER.sub(" ", text))
        if self.marks["pre"]:
            first, *others = text.split("\n")
            self.line.append(first)
            for other in others:
                self.end_line()
                self.line.append(other)
        else:
            self.line.append(_SPACE.sub(" ", text))

    def end_line(self) -> None:
        text = "".join(self.line).strip()
        self.line.clear()
        if text:
            self.lines.append(f"> {text}" if self.is_quoted else text)

    def leave_quote(self) -> None:
        """Below a quote is an empty line, so that what follows is not taken for a part of it."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def start(self, tag: str, given: str) -> None:
        if tag == "body":
            self.end("head")
        if tag in _BLOCKS or tag == "br":
            self.end_line()
        elif tag in ("td", "th"):
            self.line.append(" ")
        values = {name.lower(): one or two or three for name, one, two, three in _ATTRIBUTE.findall(given)}
        if _begins_rest(tag, values):
            self.end_line()
            self.is_rest_quoted = True
        if tag in _VOID or given.rstrip().endswith("/"):
            return
        self._push(_describe(tag, values))

    def _push(self, one: _Open) -> None:
        if len(self.open) >= DEEPEST:
            self.is_rest_quoted = True  # nobody wrote this
            return
        if one.is_quote or one.is_attribution or one.is_silent:
            self.end_line()
        if one.is_quote:
            self.waits_for_quote = False
        if one.is_attribution:
            self.waits_for_quote = True
        self.open.append(one)
        self.marks[one.tag].append(self.quotes + self.silent)
        self.quotes += one.is_quote
        self.silent += one.is_silent

    def end(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end_line()
        if not self.marks[tag] or (tag not in _CLOSING and self.marks[tag][-1] < self._count_above(tag)):
            return
        while self.open:
            one = self.open.pop()
            self.marks[one.tag].pop()
            if one.is_quote:
                self.end_line()
            self.quotes -= one.is_quote
            self.silent -= one.is_silent
            if one.is_quote and not self.quotes:
                self.leave_quote()
            if one.tag == tag:
                return

    def _count_above(self, tag: str) -> int:
        """How many quotes and silent elements are open, without the element that would end."""
        last = self.open[-1]
        return self.quotes + self.silent - ((last.is_quote + last.is_silent) if last.tag == tag else 0)


def read_html(html: str) -> str:
    """The lines that a reader would see; quoted ones begin with `> `."""
    reader = _Reader()
    for text, closing, tag, given in _find_tags(html):
        reader.write(text)
        if not tag:
            continue
        if closing:
            reader.end(tag)
        else:
            reader.start(tag, given)
    reader.end_line()
    return "\n".join(reader.lines)


def _begins_rest(tag: str, values: dict[str, str]) -> bool:
    """Whether all that follows this element is a quote."""
    if tag == "hr" and values.get("tabindex") == "-1":
        return True
    if _LINE_ABOVE.search(values.get("style", "")[:500]):
        return True
    return any(name.endswith(_REST) for name in _names(values))


def _describe(tag: str, values: dict[str, str]) -> _Open:
    names, style = _names(values), values.get("style", "")[:500]
    is_attribution = any(name.endswith(_ATTRIBUTIONS) for name in names) and tag != "blockquote"
    is_quote = tag == "blockquote" or any(name.endswith(_QUOTES) for name in names)
    is_quote = is_quote or values.get("name") == "quote" or bool(_LINE_LEFT.search(style))
    is_silent = tag in _SILENT or bool(_HIDDEN.search(style)) or any(name in _SIGNATURES for name in names)
    return _Open(tag, is_quote=is_quote, is_silent=is_silent, is_attribution=is_attribution)


def _names(values: dict[str, str]) -> list[str]:
    """The classes and the identifier, in lower case, without what programs put before those of a quoted mail."""
    words = f"{values.get('class', '')[:300]} {values.get('id', '')[:100]}".lower().split()
    return [_OUR_PREFIX.sub("", word) for word in words]


def _find_tags(html: str) -> Iterator[tuple[str, str, str, str]]:
    """The text before each tag, and the tag: a slash if it ends an element, its name, its attributes."""
    at, broken = 0, 0
    while (found := html.find("<", at)) >= 0:
        text = html[at:found]
        if html.startswith(("<!", "<?"), found):
            ending = "-->" if html.startswith("<!--", found) else ">"
            end = html.find(ending, found + 2)
            yield text, "", "", ""
            if end < 0:
                return  # the mail was cut within it
            at = end + len(ending)
            continue
        match = _PLAIN_TAG.match(html, found, found + LONGEST_TAG)
        if (match is None or _has_odd_quotes(match.group(3))) and broken < MOST_BROKEN_TAGS:
            match = _TAG.match(html, found, found + LONGEST_TAG) or match
            broken += 1
        if match is None:
            yield text + "<", "", "", ""
            at = found + 1
            continue
        tag = match.group(2).lower()
        yield text, match.group(1), tag, match.group(3)
        at = match.end()
        if tag in _RAW and not match.group(1):  # what stands within is no markup
            end = re.compile(rf"</{tag}", re.I).search(html, at)
            if end is None:
                return
            at = end.start()
    yield html[at:], "", "", ""


def _has_odd_quotes(given: str) -> bool:
    return given.count('"') % 2 == 1 or ("'" in given and given.count("'") % 2 == 1 and '"' not in given)
