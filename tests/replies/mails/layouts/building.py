"""Builds a mail as a program sends it: its parts, how they are encoded, and what it quotes."""

import base64
import quopri
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

OURS = (
    "It’s your turn in Mastery against Rowan.",
    "Last turn: a7-a6",
    "You have 2 days and 4 hours left.",
    "",
    "Reply with your turn, for example a2-a3, or play on the site.",
    "Other answers: resign, draw, yes, no",
    "2: h2-h3",
    "https://games.example.org/games/17/",
)
"""Our mail, which is full of what could be a turn."""
QUOTE = "\n".join(f"> {line}".rstrip() for line in OURS)
QUOTE_IN_HTML = "<br>".join(escape(line) for line in OURS)
ANSWER = "b1-b2"


@dataclass(frozen=True)
class Layout:
    """A mail, and the lines in it that its writer wrote."""

    name: str
    raw: bytes
    expected: tuple[str, ...]
    plain: str = field(default="", compare=False)
    """Its text where it has any, for those who judge libraries on it."""


@dataclass(frozen=True)
class Body:
    """A text of a mail and how it is encoded."""

    text: str
    kind: str = "plain"
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    more: str = ""

    def build(self) -> bytes:
        data = self.text.replace("\n", "\r\n").encode(
            self.charset, "xmlcharrefreplace" if self.kind == "html" else "strict"
        )
        if self.encoding == "quoted-printable":
            data = quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
        elif self.encoding == "base64":
            data = base64.encodebytes(data).replace(b"\n", b"\r\n")
        head = f"Content-Type: text/{self.kind}; charset={self.charset}{self.more}\r\n"
        return f"{head}Content-Transfer-Encoding: {self.encoding}\r\n\r\n".encode() + data


def build(*bodies: Body, program: str = "", attached: bytes = b"") -> bytes:
    """The mail of these bodies: one by itself, or several of which the reader's program takes one."""
    head = (
        "From: Kim <kim@example.org>\r\nTo: turn+kq3vz7x2m5n8@reply.example.org\r\n"
        "Subject: Re: Your turn against Rowan\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n" + program
    ).encode()
    if len(bodies) == 1 and not attached:
        return head + bodies[0].build()
    inner = (
        _join("alternative", "inner=_42", [body.build() for body in bodies]) if len(bodies) > 1 else bodies[0].build()
    )
    return head + (_join("mixed", "outer'43", [inner, attached]) if attached else inner)


def _join(kind: str, boundary: str, parts: Iterable[bytes]) -> bytes:
    mark = b"\r\n--" + boundary.encode()
    head = f'Content-Type: multipart/{kind};\r\n\tboundary="{boundary}"\r\n\r\n'.encode()
    return head + b"".join(mark + b"\r\n" + part for part in parts) + mark + b"--\r\n"


Posting = Callable[[str, str, str], tuple[str, tuple[str, ...]]]
"""Of an attribution, a quote and a note: the whole text, and the lines that were written."""


def top(attribution: str, quote: str, note: str) -> tuple[str, tuple[str, ...]]:
    return f"{ANSWER}\n{note}\n\n{attribution}\n\n{quote}\n", (ANSWER, note)


def bottom(attribution: str, quote: str, note: str) -> tuple[str, tuple[str, ...]]:
    return f"{attribution}\n{quote}\n\n{ANSWER}\n{note}\n", (ANSWER, note)


def interleaved(attribution: str, quote: str, note: str) -> tuple[str, tuple[str, ...]]:
    lines = quote.split("\n")
    middle = len(lines) // 2
    return "\n".join([attribution, *lines[:middle], "", ANSWER, "", *lines[middle:], "", note, ""]), (ANSWER, note)


POSTINGS: dict[str, Posting] = {"top": top, "bottom": bottom, "interleaved": interleaved}

Layouts = Iterator[Layout]
