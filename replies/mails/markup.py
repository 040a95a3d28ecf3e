"""Turns the HTML of a mail into lines, those of a quote with a `>` before them, as in a mail of text.

What is hidden, and what a program marks as a signature, becomes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from replies.mails import elements
from replies.mails.bounds import bound

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

ORIGINAL = "-----Original Message-----"
"""Stands above what follows a mark of Outlook and its like, as it does in their mails of text."""

_SPACE = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True)
class _Reader:
    """Follows the elements and writes the lines."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)
    """Of each list that is open the number of its next item, None where it has none."""
    item: str = ""
    """The number of the item that has begun, until its first words."""
    signatures: list[str] = field(default_factory=list)
    quotes: int = 0
    silent: int = 0
    struck: int = 0
    in_signature: int = 0
    preformatted: int = 0
    has_struck: bool = False
    is_in_original: bool = False
    """Below what some programs put above all that they quote, without a mark."""
    waits_for_quote: bool = False
    """After a line such as "On Friday … wrote:": what follows is the other's, until the quote itself begins."""

    @property
    def is_quoted(self) -> bool:
        return self.quotes > 0 or self.waits_for_quote

    def write(self, text: str) -> None:
        if self.silent or self.struck:
            if text.strip():
                self.note_unread(text)
        elif self.preformatted:
            first, *others = text.split("\n")
            self.line.append(first)
            for other in others:
                self.end_line()
                self.line.append(other)
        else:
            self.line.append(_SPACE.sub(" ", text))

    def note_unread(self, text: str) -> None:
        """Keeps what stands in a signature, in case that nothing stands elsewhere."""
        if self.struck:
            self.has_struck = True
        elif self.in_signature == self.silent and not self.is_quoted and not self.is_in_original:
            self.signatures.append(_SPACE.sub(" ", text).strip())

    def end_line(self) -> None:
        text = "".join(self.line).strip()
        self.line.clear()
        if text:
            text, self.item = f"{self.item}{text}", ""
            self.lines.append(f"> {text}" if self.is_quoted else text)

    def leave_quote(self) -> None:
        """Below a quote is an empty line, so that what follows is not taken for a part of it."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def start(self, tag: str, values: Mapping[str, str]) -> elements.Element:
        if elements.BLOCKS.fullmatch(tag) or tag == "br":
            self.end_line()
        elif tag in ("td", "th"):
            self.line.append(" ")
        if elements.begins_rest(tag, values) and not self.is_quoted:
            self.begin_original()
        if tag in ("ol", "ul"):
            self.lists.append(elements.number_first(tag, values))
        elif tag == "li" and self.lists and self.lists[-1] is not None and not self.silent:
            number = elements.read_place(values, "value", otherwise=self.lists[-1])
            self.item = f"{number}. "
            self.lists[-1] = number + 1
        one = elements.describe(tag, values)
        self._count(one)
        return one

    def begin_original(self) -> None:
        self.end_line()
        if not self.is_in_original:
            self.lines += ["", ORIGINAL, ""]
        self.is_in_original = True

    def _count(self, one: elements.Element) -> None:
        if one.is_quote or one.is_attribution or one.is_silent:
            self.end_line()
        if one.is_quote:
            self.waits_for_quote = False
        if one.is_attribution:
            self.waits_for_quote = True
        self.quotes += one.is_quote
        self.silent += one.is_silent
        self.struck += one.is_struck
        self.in_signature += one.is_signature
        self.preformatted += one.tag == "pre"

    def end(self, one: elements.Element) -> None:
        if one.is_quote or elements.BLOCKS.fullmatch(one.tag):
            self.end_line()
        if one.tag in ("li", "ol", "ul"):
            self.item = ""
        if self.is_in_original and one.tag in ("p", "div"):
            self.leave_quote()
        self.quotes -= one.is_quote
        self.silent -= one.is_silent
        self.struck -= one.is_struck
        self.in_signature -= one.is_signature
        self.preformatted -= one.tag == "pre"
        if one.tag in ("ol", "ul"):
            self.lists.pop()
        if one.is_quote and not self.quotes:
            self.leave_quote()


@dataclass(frozen=True, slots=True)
class Read:
    """What a mail's HTML says."""

    text: str
    """The lines that a reader would see; quoted ones begin with `> `."""
    has_struck: bool
    """Whether something is crossed out in it."""


def read_html(html: str) -> str:
    return read(html).text


def read(html: str) -> Read:
    from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser  # loaded with the first mail in HTML

    reader = _Reader()
    tree = LexborHTMLParser(bound(html), options=LexborDocumentOptions.WO_EVENTS)
    _follow(tree.root, reader)
    reader.end_line()
    return Read("\n".join(_with_signature(reader)), reader.has_struck)


def _follow(node: LexborNode | None, reader: _Reader) -> None:
    """Tells the reader of each element and text in the order of the mail, without recursion, however deep they are."""
    above: list[tuple[LexborNode, elements.Element]] = []
    while node is not None:
        if node.is_text_node:
            reader.write(node.text(deep=False))
        elif node.is_element_node:
            one = reader.start(node.tag or "", {name: value or "" for name, value in node.attributes.items()})
            if (child := node.first_child) is not None:
                above.append((node, one))
                node = child
                continue
            reader.end(one)
        while (following := node.next) is None and above:
            node, one = above.pop()
            reader.end(one)
        node = following


def _with_signature(reader: _Reader) -> list[str]:
    """The lines; above them the signature, as one, where nothing else was written."""
    if not reader.signatures or any(line and line[0] != ">" for line in reader.lines):
        return reader.lines
    return ["-- ", *reader.signatures, "", *reader.lines]
