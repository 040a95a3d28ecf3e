"""The text of a mail, as one string of lines. Only the part that is read is decoded, never an attachment."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from email.message import Message

from replies.mails import markup, patterns
from replies.mails.markup import read_html
from replies.mails.parsing import MOST_TEXT
from replies.mails.parts import Group, Part, read_tree
from replies.mails.shapes import asks

logger = logging.getLogger(__name__)

_HTML = ("text/html", "application/xhtml+xml")
LONGEST_ASKED = 80
"""A line so short that asks for something is whole, whatever space a keyboard has put behind it."""


def read_text(mail: Message) -> str:
    """Returns the email's texts that are not attachments, one below another.

    If several texts say the same, it takes the plain one, otherwise the HTML, with `> ` before each line of a quote. A
    text with a file name counts only if there is no other.
    """
    try:
        tree = read_tree(mail)
        text = _read(tree, takes_named=False)
        return text if text.strip() else _read(tree, takes_named=True)
    except Exception:  # a mail must never stop those that come after it
        logger.exception("The text of a mail could not be read")
        return ""


def _read(one: Part | Group, *, takes_named: bool) -> str:
    if isinstance(one, Part):
        if one.is_attached or (one.is_named and not takes_named):
            return ""
        if one.content_type == "text/plain":
            return _read_plain(one)
        return read_html(one.read_text()[:MOST_TEXT]) if one.content_type in _HTML else ""
    if one.kind == "multipart/digest":
        return ""
    if one.kind == "multipart/alternative":
        return _choose(one, takes_named=takes_named)
    texts = [_read(each, takes_named=takes_named) for each in one.parts]
    return "\n".join(text for text in texts if text.strip())[: 2 * MOST_TEXT]


def _choose(group: Group, *, takes_named: bool) -> str:
    """The plain one of several texts that say the same, with what the HTML tells of it."""
    plain, html = "", None
    for one in list_said(group):
        if one.is_attached or (one.is_named and not takes_named):
            continue
        if one.content_type == "text/plain" and not plain.strip():
            plain = _read_plain(one)
        elif one.content_type in _HTML and html is None:
            html = markup.read(one.read_text()[:MOST_TEXT])
    if plain.strip():
        if html is None:
            return plain
        return html.text if html.has_struck else mark_quoted(plain, html.text)
    texts = (_read(each, takes_named=takes_named) for each in group.parts)
    return next((text for text in texts if text.strip()), "")


def list_said(group: Group) -> Iterator[Part]:
    """Each of the texts that say the same, also one whose pictures stand with it (`multipart/related`), as Thunderbird
    and Apple Mail group them."""
    for one in group.parts:
        if isinstance(one, Part):
            yield one
        elif one.kind in ("multipart/related", "multipart/mixed"):
            yield from (each for each in list_said(one) if each.content_type in _HTML)


def mark_quoted(plain: str, html: str) -> str:
    """The plain text, with a mark before each line that stands in the HTML only in a quote."""
    told, _, _ = html.partition(markup.ORIGINAL)
    lines = told.split("\n")
    quoted = {" ".join(line[1:].split()) for line in lines if line.startswith(">")}
    quoted -= {" ".join(line.split()) for line in lines if not line.startswith(">")}
    quoted.discard("")
    if not quoted:
        return plain
    return "\n".join(f"> {line}" if " ".join(line.split()) in quoted else line for line in plain.split("\n"))


def _read_plain(part: Part) -> str:
    text = part.read_text()[:MOST_TEXT].replace("\r", "\n")
    parameters = part.parameters()
    if parameters.get("format", "").lower() != "flowed":
        return text
    return unflow(text, deletes_space=parameters.get("delsp", "").lower() == "yes")


def unflow(text: str, *, deletes_space: bool = False) -> str:
    """Joins the lines that only the width of a line divides, each quote by itself (RFC 3676)."""
    lines: list[str] = []
    pieces: list[str] = []
    depth = 0
    flows = False
    for raw in text.split("\n"):
        found = len(raw) - len(raw.lstrip(">"))
        line = raw[found:].removeprefix(" ")
        is_signature = line in ("-- ", "--")
        first = pieces[0] if len(pieces) == 1 and not deletes_space else ""
        is_whole = flows and not depth and _is_whole(first, before=line)
        if pieces and (is_whole or not (flows and found == depth and not is_signature)):
            lines.append(_mark("".join(pieces), depth))
            pieces = []
        depth, flows = found, line.endswith(" ") and not is_signature
        pieces.append(line[:-1] if flows and deletes_space else line)
    return "\n".join([*lines, _mark("".join(pieces), depth)])


def _is_whole(written: str, *, before: str) -> bool:
    """Whether a line ends here although it ends in a space: what follows is a program's, or it asks for something."""
    if patterns.ATTRIBUTION.match(before[:400]) or patterns.ORIGINAL.match(before[:400]):
        return True
    if not 0 < len(written) <= LONGEST_ASKED or written[:4].lower() == "note":
        return False
    goes_on = before[:1].islower() and not asks(before)
    return not goes_on and asks(written)


def _mark(line: str, depth: int) -> str:
    """A line of text that only begins like a quote keeps its space before it."""
    if depth:
        return f"{'>' * depth} {line}"
    return f" {line}" if line.startswith(">") else line
