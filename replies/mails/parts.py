"""The parts of a mail, as many and as deep as a mail that a person wrote can have them; none is decoded unasked."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field
from email.message import Message

from replies.mails.charsets import decode
from replies.mails.parsing import MOST_BYTES, read_fields, read_raw, split_head

DEEPEST = 10
MOST_PARTS = 100

_PARAMETER = re.compile(r';\s*([\w*-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))', re.DOTALL)
_SPACES_OF_A_SOFT_BREAK = re.compile(rb"=[ \t]+(?=\r?\n)")
"""Some servers put them there; they are to be deleted (RFC 2045, 6.7, rule 3)."""
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")


@dataclass(frozen=True, slots=True)
class Part:
    """One part with its headers; its body is still encoded as it came."""

    fields: tuple[tuple[str, object], ...]
    body: bytes
    default_type: str = "text/plain"

    def header(self, name: str) -> str:
        return next(read_raw(self.fields, name), "")

    @property
    def content_type(self) -> str:
        """Such as `text/plain`, in lower case."""
        if not (value := self.header("Content-Type")):
            return self.default_type
        found = value.partition(";")[0].strip().lower()
        return found if found.count("/") == 1 else "text/plain"

    def parameters(self) -> dict[str, str]:
        """Those of the content type; the first of each name."""
        found: dict[str, str] = {}
        for name, quoted, bare in _PARAMETER.findall(self.header("Content-Type")):
            found.setdefault(name.lower(), re.sub(r"\\(.)", r"\1", quoted) if quoted else bare)
        return found

    @property
    def is_attached(self) -> bool:
        return self.header("Content-Disposition").lower().lstrip().startswith("attachment")

    @property
    def is_named(self) -> bool:
        """Whether it has the name of a file, as what is attached mostly has."""
        named = any(name in self.parameters() for name in ("name", "name*", "name*0", "name*0*"))
        return named or "filename" in self.header("Content-Disposition").lower()

    def read_text(self) -> str:
        encoding = self.header("Content-Transfer-Encoding").partition(";")[0].strip().lower()
        data = self.body
        if encoding == "base64":
            data = _decode_base64(data)
        elif encoding == "quoted-printable":
            data = binascii.a2b_qp(_SPACES_OF_A_SOFT_BREAK.sub(b"=", data))
        return decode(data, self.parameters().get("charset", "")).replace("\r\n", "\n")


@dataclass(slots=True)
class Group:
    """Parts that belong together, or of which each says the same."""

    kind: str
    """Such as `multipart/alternative`."""
    parts: list[Part | Group] = field(default_factory=list)


def read_tree(mail: Message) -> Part | Group:
    """The mail's parts as they are grouped. No other mail within it is looked into."""
    root = Group("multipart/mixed")
    waiting: list[tuple[Message | Part, int, Group]] = [(mail, 0, root)]
    seen = 0
    while waiting and seen < MOST_PARTS:
        one, depth, group = waiting.pop()
        seen += 1
        found: list[Message | Part] = []
        if isinstance(one, Message):
            inner = one.get_payload() if one.is_multipart() else None
            if isinstance(inner, list):
                kind = one.get_content_type()
                found = [each for each in inner[:MOST_PARTS] if isinstance(each, Message)]
                if not kind.startswith("multipart/"):
                    continue
            else:
                one = Part(tuple(one.raw_items()), _read_body(one))
        if isinstance(one, Part):
            kind = one.content_type
            if not kind.startswith("multipart/"):
                group.parts.append(one)
                continue
            found = [*_split(one)] if depth < DEEPEST else []
        if depth < DEEPEST:
            group.parts.append(inner_group := Group(kind))
            waiting += [(each, depth + 1, inner_group) for each in reversed(found)]
    return root


def _read_body(mail: Message) -> bytes:
    """Its body as it came."""
    try:
        body = vars(mail).get("_payload")  # `get_payload` would already decode it, by whichever charset is named
        if not isinstance(body, str):
            return b""
        return body[:MOST_BYTES].encode("ascii", "surrogateescape")
    except UnicodeEncodeError:  # one that a program made from text
        return str(body)[:MOST_BYTES].encode("utf-8", "replace")


def _split(part: Part) -> list[Part]:
    """What stands between the lines of its boundary; the last may lack its end, as in a mail that was cut."""
    boundary = part.parameters().get("boundary", "")[:200].rstrip()
    if not boundary:
        return []
    line = re.compile(rb"^--" + re.escape(boundary.encode("ascii", "replace")) + rb"(--)?[ \t]*\r?$", re.MULTILINE)
    found: list[Part] = []
    start = None
    default = "message/rfc822" if part.content_type == "multipart/digest" else "text/plain"
    for match in line.finditer(part.body):
        if start is not None:
            found.append(_make_part(part.body[start : match.start()], default))
        start = match.end() + 1
        if match.group(1) or len(found) >= MOST_PARTS:
            return found
    if start is not None:
        found.append(_make_part(part.body[start:], default))
    return found


def _make_part(raw: bytes, default: str) -> Part:
    head, body = split_head(raw)
    return Part(tuple(read_fields(head)), body, default)


def _decode_base64(data: bytes) -> bytes:
    """As much as can be decoded; what stands after a padding is no part of it."""
    letters = _NOT_BASE64.sub(b"", data.partition(b"=")[0])
    letters = letters[: len(letters) // 4 * 4 + (len(letters) % 4 if len(letters) % 4 > 1 else 0)]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
