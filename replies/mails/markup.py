"""Turns the HTML of a mail into lines, those of a quote with a `>` before them, as in a mail of text.

What is hidden, and what a program marks as a signature, becomes nothing. A tag is found by a search that never looks
back, since the parser of the standard library takes minutes for some texts of 256 kB.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from replies.mails import elements

DEEPEST = 2000
LONGEST_TAG = 20_000
MOST_BROKEN_TAGS = 50
MOST_TAGS = 60_000
"""What stands below so many is not read."""

ORIGINAL = "-----Original Message-----"
"""Stands above what follows a mark of Outlook and its like, as it does in their mails of text."""

_TAG = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_PLAIN_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})([^<>]*)>")
_CUT_TAG = re.compile(r"<(?:[a-zA-Z/!?]|\Z)")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LONG_NUMBER = re.compile(r"&#(?:\d{8,}|[xX][0-9a-fA-F]{8,});?")


@dataclass(slots=True)
class _Reader:
    """Follows the elements and writes the lines."""

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    open: list[elements.Open] = field(default_factory=list)
    marks: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By tag, how many quotes and silent elements were open when each such element began."""
    lists: list[int | None] = field(default_factory=list)
    """Of each list that is open the number of its next item, None where it has none."""
    item: str = ""
    """The number of the item that has begun, until its first words."""
    signatures: list[str] = field(default_factory=list)
    quotes: int = 0
    silent: int = 0
    struck: int = 0
    in_signature: int = 0
    has_struck: bool = False
    is_in_original: bool = False
    """Below what some programs put above all that they quote, without a mark."""
    is_lost: bool = False
    """Nested as nobody nests: nothing counts any more."""
    waits_for_quote: bool = False
    """After a line such as "On Friday … wrote:": what follows is the other's, until the quote itself begins."""

    @property
    def is_quoted(self) -> bool:
        return self.is_lost or self.quotes > 0 or self.waits_for_quote

    def write(self, text: str) -> None:
        if not text:
            return
        if self.silent or self.struck:
            if text.strip():
                self.note_unread(text)
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

    def note_unread(self, text: str) -> None:
        """Keeps what stands in a signature, in case that nothing stands elsewhere."""
        if self.struck:
            self.has_struck = True
        elif self.in_signature == self.silent and not self.is_quoted and not self.is_in_original:
            self.signatures.append(_SPACE.sub(" ", unescape(_LONG_NUMBER.sub(" ", text))).strip())

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

    def start(self, tag: str, given: str) -> None:
        if tag == "body":
            self.end("head")
        if elements.BLOCKS.fullmatch(tag) or tag == "br":
            self.end_line()
        elif tag in ("td", "th"):
            self.line.append(" ")
        values = elements.read_attributes(given)
        if elements.begins_rest(tag, values) and not self.is_quoted:
            self.begin_original()
        if tag in ("ol", "ul"):
            self.lists.append(elements.number_first(tag, values))
        elif tag == "li" and self.lists and self.lists[-1] is not None and not self.silent:
            number = elements.read_place(values, "value", otherwise=self.lists[-1])
            self.item = f"{number}. "
            self.lists[-1] = number + 1
        if elements.VOID.fullmatch(tag) or given.rstrip().endswith("/"):
            return
        self._push(elements.describe(tag, values))

    def begin_original(self) -> None:
        self.end_line()
        if not self.is_in_original:
            self.lines += ["", ORIGINAL, ""]
        self.is_in_original = True

    def _push(self, one: elements.Open) -> None:
        if len(self.open) >= DEEPEST:
            self.is_lost = True
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
        self.struck += one.is_struck
        self.in_signature += one.is_signature

    def end(self, tag: str) -> None:
        if elements.BLOCKS.fullmatch(tag):
            self.end_line()
            if tag in ("li", "ol", "ul"):
                self.item = ""
            if self.is_in_original and tag in ("p", "div"):
                self.leave_quote()
        if not self.marks[tag] or (
            not elements.CLOSING.fullmatch(tag) and self.marks[tag][-1] < self._count_above(tag)
        ):
            return
        while self.open:
            one = self.open.pop()
            self.marks[one.tag].pop()
            if one.is_quote:
                self.end_line()
            self.quotes -= one.is_quote
            self.silent -= one.is_silent
            self.struck -= one.is_struck
            self.in_signature -= one.is_signature
            if one.tag in ("ol", "ul") and self.lists:
                self.lists.pop()
            if one.is_quote and not self.quotes:
                self.leave_quote()
            if one.tag == tag:
                return

    def _count_above(self, tag: str) -> int:
        """How many quotes and silent elements are open, without the element that would end."""
        last = self.open[-1]
        return self.quotes + self.silent - ((last.is_quote + last.is_silent) if last.tag == tag else 0)


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
    return Read("\n".join(_with_signature(reader)), reader.has_struck)


def _with_signature(reader: _Reader) -> list[str]:
    """The lines; above them the signature, as one, where nothing else was written."""
    if not reader.signatures or any(line and line[0] != ">" for line in reader.lines):
        return reader.lines
    return ["-- ", *reader.signatures, "", *reader.lines]


def _find_tags(html: str) -> Iterator[tuple[str, str, str, str]]:
    """The text before each tag, and the tag: a slash if it ends an element, its name, its attributes."""
    at, broken = 0, 0
    last_end = html.rfind(">")
    for _ in range(MOST_TAGS):
        found = html.find("<", at)
        if found < 0:
            yield html[at:], "", "", ""
            return
        if found > last_end and _CUT_TAG.match(html, found):
            yield html[at:found], "", "", ""
            return
        match = _PLAIN_TAG.match(html, found, found + LONGEST_TAG)
        if (match is None or _has_odd_quotes(match.group(3))) and broken < MOST_BROKEN_TAGS:
            match = _TAG.match(html, found, found + LONGEST_TAG) or match
            broken += 1
        if match is not None:
            tag = match.group(2).lower()
            yield html[at:found], match.group(1), tag, match.group(3)
            at = match.end() if match.group(1) else _skip_raw(html, match.end(), tag)
        elif html.startswith(("<!", "<?"), found):
            yield html[at:found], "", "", ""
            at = _skip_declaration(html, found)
        else:
            yield html[at : found + 1], "", "", ""
            at = found + 1


def _skip_declaration(html: str, found: int) -> int:
    """Where a comment or a declaration ends; the end of the text if it was cut."""
    last = "-->" if html.startswith("<!--", found) else ">"
    end = html.find(last, found + 2)
    return end + len(last) if end >= 0 else len(html)


def _skip_raw(html: str, at: int, tag: str) -> int:
    """Where the element ends if what stands within it is no markup; else here."""
    if not elements.RAW.fullmatch(tag):
        return at
    ending = re.compile(rf"</{tag}", re.IGNORECASE).search(html, at)
    return ending.start() if ending else len(html)


def _has_odd_quotes(given: str) -> bool:
    return given.count('"') % 2 == 1 or ("'" in given and given.count("'") % 2 == 1 and '"' not in given)
