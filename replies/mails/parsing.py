"""A mail's headers, read from its first megabyte by a parser that no mail can stop.

The parser of the standard library recurses into nested parts, and so fails at a mail with a thousand of them; and its
policies read an address list in time that grows with the square of its length. Here the parts stay one text until
`parts` cuts what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email.header import decode_header
from email.message import EmailMessage, Message

from replies.mails.charsets import decode
from replies.mails.cleaning import clean

MOST_BYTES = 1024 * 1024
"""The most bytes of an email with its attachments, which may come before the text."""
MOST_TEXT = 512 * 1024
"""The most characters of a decoded text, with everything that it quotes."""
MOST_HEADER_BYTES = 100 * 1024
MOST_HEADERS = 2000
LONGEST_VALUE = 1000
LONGEST_RAW_VALUE = 4000
MOST_OF_A_NAME = 20

_LINE_END = re.compile(r"\r\n|\n|\r")
_NAME = re.compile(r"[!-9;-~]{1,80}[ \t]*\Z")
_ATOM = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,128}"
_ADDRESS = re.compile(rf"{_ATOM}@(?:[^\W_]|[.-]){{1,253}}\Z")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,198}>")


def parse(raw: bytes) -> EmailMessage:
    """The mail, its body as one text. Without any header where it has more of them than a mail ever has."""
    mail = EmailMessage()
    head, body = split_head(raw[:MOST_BYTES])
    for name, value in read_fields(head):
        mail.set_raw(name, value)
    mail.set_payload(body.decode("ascii", "surrogateescape"))
    return mail


def split_head(raw: bytes) -> tuple[bytes, bytes]:
    """What stands before the first empty line, and what after it."""
    if raw[:2] == b"\r\n" or raw[:1] == b"\n":
        return b"", raw.lstrip(b"\r\n")
    ends = [(at, at + len(blank)) for blank in (b"\r\n\r\n", b"\n\n", b"\n\r\n") if (at := raw.find(blank)) >= 0]
    if not ends:
        return raw, b""
    start, end = min(ends)
    return raw[:start], raw[end:]


def read_fields(head: bytes) -> list[tuple[str, str]]:
    """The headers of a mail or of a part, unfolded; none of them where there are too many to be true.

    What another program might take for a header is one here: where two could disagree whether a mail has one `From`
    or two, it has two.
    """
    if len(head) > MOST_HEADER_BYTES:
        return []
    fields: list[tuple[str, list[str]]] = []
    for line in _LINE_END.split(head.decode("ascii", "surrogateescape")):
        if line[:1] in (" ", "\t"):
            if fields:
                fields[-1][1].append(line)
            continue
        name, colon, value = line.partition(":")
        if colon and _NAME.match(name):
            fields.append((name.strip(), [value]))
    return [(name, "".join(lines)) for name, lines in fields] if len(fields) <= MOST_HEADERS else []


def read_raw(fields: Iterable[tuple[str, object]], name: str, *, longest: int = LONGEST_RAW_VALUE) -> Iterator[str]:
    """Each value of this name as it stands in the mail, cut at so many characters."""
    asked = name.lower()
    return (str(value)[:longest] for found, value in fields if found.lower() == asked)


def read_header(mail: Message, name: str) -> str:
    """The first of this name in one clean line of at most 1,000 characters; empty if there is none."""
    return next(iter(read_headers(mail, name)), "")


def read_headers(mail: Message, name: str) -> list[str]:
    """All of this name, from the top, at most 20."""
    values = [raw for raw, _ in zip(read_raw(mail.raw_items(), name), range(MOST_OF_A_NAME), strict=False)]
    return [clean(decode_words(value[: 2 * LONGEST_VALUE]))[:LONGEST_VALUE].strip() for value in values]


def read_addresses(mail: Message, *names: str) -> list[str]:
    """The bare addresses of these headers, in lower case. What stands in a name or in a comment is none."""
    found: list[str] = []
    for name in names:
        for value in list(read_raw(mail.raw_items(), name))[:MOST_OF_A_NAME]:
            for entry in re.split(r"[,;]", _strip_names(value) or ""):
                bare = entry.rpartition(":")[2]
                inside = re.search(r"<([^<>]*)>", bare)
                address = (inside.group(1) if inside else bare).strip().lower()
                if _ADDRESS.match(address):
                    found.append(address)
    return found


def read_sender(mail: Message) -> str:
    """The one address of the one From header, in lower case; empty where that is not certain.

    A name that is itself another address makes it uncertain, and so does anything that programs read differently.
    """
    values = list(read_raw(mail.raw_items(), "From"))
    if len(values) != 1 or len(values[0]) >= LONGEST_RAW_VALUE:
        return ""
    rest = _strip_names(values[0])
    if rest is None or re.search(r'[,;:"()\\]', rest):
        return ""
    bare, opened, inside = rest.partition("<")
    if opened:
        address, closed, after = inside.partition(">")
        if not closed or after.strip() or "<" in address or ("@" in bare and bare.strip() != address.strip()):
            return ""
    else:
        address = bare
    address = address.strip()
    return address.lower() if _ADDRESS.match(address) else ""


def read_message_id(mail: Message) -> str:
    """The identifier with its angle brackets, printable ASCII of at most 200 characters; empty where there is none."""
    value = next(iter(read_raw(mail.raw_items(), "Message-ID")), "").strip()
    return value if _MESSAGE_ID.fullmatch(value) else ""


def is_same_address(one: str, other: str) -> bool:
    """Whether both are one address: upper case does not matter, nor whether a domain is written in Unicode or ASCII."""
    return _normalise(one) == _normalise(other) != ""


def to_ascii(domain: str) -> str:
    """The domain in lower case and in A-labels; empty for none."""
    domain = domain.strip().rstrip(".").lower()
    if domain.isascii():
        return domain if re.fullmatch(r"[a-z0-9._-]{1,253}", domain) else ""
    try:
        return domain[:253].encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def _normalise(address: str) -> str:
    local, at, domain = address.strip().lower().rpartition("@")
    ascii_domain = to_ascii(domain)
    return f"{local}@{ascii_domain}" if at and local and ascii_domain else ""


def _strip_names(value: str) -> str | None:
    """The value without quoted strings and comments; None where one of them does not end."""
    kept: list[str] = []
    depth, is_quoted, is_escaped = 0, False, False
    for letter in read_utf_8(value):
        if is_escaped:
            is_escaped = False
        elif letter == "\\" and (is_quoted or depth):
            is_escaped = True
        elif is_quoted:
            is_quoted = letter != '"'
        elif letter == "(":
            depth += 1
        elif depth:
            depth -= letter == ")"
        elif letter == '"':
            is_quoted = True
        else:
            kept.append(letter)
    return None if is_quoted or depth else "".join(kept)


def read_utf_8(value: str) -> str:
    """A header's raw value as the UTF-8 that RFC 6532 allows in it; what is none is replaced."""
    return value.encode("ascii", "surrogateescape").decode("utf-8", "replace") if _is_raw(value) else value


def decode_words(value: str) -> str:
    """The value with its encoded words decoded, of charsets that are ones."""
    if _is_raw(value):
        value = decode(value.encode("ascii", "surrogateescape"), "utf-8")
    if "=?" not in value:
        return value
    try:
        pieces = decode_header(value)
    except Exception:  # broken base64, and whatever else the standard library makes of it
        return value
    return "".join(text if isinstance(text, str) else decode(text, charset or "utf-8") for text, charset in pieces)


def _is_raw(value: str) -> bool:
    """Whether it has bytes above ASCII as the parser keeps them."""
    if value.isascii():
        return False
    try:
        value.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True
