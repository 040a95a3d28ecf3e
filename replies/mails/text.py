"""The text of a mail, as one string of lines. Only the part that is read is decoded, never an attachment."""

from __future__ import annotations

import logging
import re
from email.message import Message

from replies.mails.markup import read_html
from replies.mails.parsing import MOST_BYTES
from replies.mails.parts import Part, read_parts

logger = logging.getLogger(__name__)

_MARKS = re.compile(r"^(>*)( ?)(.*)$", re.DOTALL)


def read_text(mail: Message) -> str:
    """Its first text that is no attachment; else its HTML, in which each line of a quote begins with `> `."""
    try:
        html: Part | None = None
        for part in read_parts(mail):
            if part.content_type not in ("text/plain", "text/html", "application/xhtml+xml") or part.is_attached:
                continue
            if part.content_type == "text/plain":
                if (text := _read_plain(part)).strip():
                    return text
            elif html is None:
                html = part
        return read_html(html.read_text()[:MOST_BYTES]) if html else ""
    except Exception:  # a mail must never stop those that come after it
        logger.exception("The text of a mail could not be read")
        return ""


def _read_plain(part: Part) -> str:
    text = part.read_text()[:MOST_BYTES].replace("\r", "\n")
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
        if pieces and not (flows and found == depth and not is_signature):
            lines.append(_mark("".join(pieces), depth))
            pieces = []
        depth, flows = found, line.endswith(" ") and not is_signature
        pieces.append(line[:-1] if flows and deletes_space else line)
    return "\n".join([*lines, _mark("".join(pieces), depth)])


def _mark(line: str, depth: int) -> str:
    """A line of text that only begins like a quote keeps its space before it."""
    if depth:
        return f"{'>' * depth} {line}"
    return f" {line}" if line.startswith(">") else line
