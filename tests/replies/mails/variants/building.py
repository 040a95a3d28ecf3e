"""Our email as it is quoted, who is said to have written it, and a mail around both."""

import quopri
from base64 import encodebytes
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import cycle

TURN = "Pc3-c4"
OURS = (
    "--- Write above this line ---",
    "",
    "It’s your turn against Rival in Mastery; you play Dark.",
    "",
    "Last turn: Pawn from a7 to a6 (Pa7-a6)",
    "",
    "Play your turn: http://localhost/games/15/",
    "",
    "Reply with your turn, for example Md1-a1, or play on the site.",
    "Write above the line at the top of this email.",
    "",
    " 8  . . m m m . . .",
    " 7  . . o o o . . .",
    "",
    "-- ",
    "Slowboard  http://localhost/",
    "You’re getting this email because it’s your turn in a game.",
)
UNMARKED = "\n".join(OURS)
QUOTE = "\n".join(f"> {line}".rstrip() for line in OURS)
IN_HTML = "".join(f"<p>{escape(line)}</p>" for line in OURS if line)
WHO = "Slowboard <games@games.example.org>"
ATTRIBUTIONS = (
    "28.11.2026 18:50, Slowboard пишет:",
    "28 листопада 2026, 18:50:50, від Slowboard:",
    "2026. 11. 28. 18:50 keltezéssel, Slowboard írta:",
    f"{WHO} ezt írta (időpont: 2026. nov. 28., Szo, 18:50):",
    "בתאריך 28/11/2026 18:50, Slowboard כתב:",
    f"في السبت، ٢٨ نوفمبر ٢٠٢٦ كتب {WHO}:",
    "在 2026/11/28 18:50, Slowboard 写道:",
    f"{WHO} 於 2026年11月28日 週六 下午6:50寫道：",
    f"2026年11月28日(土) 18:50 {WHO}:",
    f"2026년 11월 28일 (토) 오후 6:50, {WHO}님이 작성:",
    "Slowboard писал(а) 2026-11-28 18:50:",
    "Quoting Slowboard <games@games.example.org>:",
    f"Zitat von {WHO}:",
    f"{WHO}, 28 Kas 2026 Cmt, 18:50 tarihinde şunu yazdı:",
    f"Στις Σάβ 28 Νοε 2026 στις 6:50 μ.μ., ο χρήστης {WHO} έγραψε:",
    f"Dne so 28. 11. 2026 18:50 uživatel {WHO} napsal:",
    f"V sob., 28. nov. 2026 ob 18:50 je oseba {WHO} napisala:",
    f"În sâm., 28 nov. 2026 la 18:50, {WHO} a scris:",
    f"Vào Th 7, 28 thg 11, 2026 vào lúc 18:50 {WHO} đã viết:",
    f"เมื่อ ส. 28 พ.ย. 2026 เวลา 18:50 {WHO} เขียนว่า:",
    "Pada 28/11/26 18.50, Slowboard menulis:",
    "Den 28-11-2026 kl. 18:50 skrev Slowboard:",
    "la 28.11.2026 klo 18.50 Slowboard kirjoitti:",
    "Slowboard kirjutas 28.11.2026 18:50:",
    "Slowboard rakstīja 28.11.2026 18:50:",
    "2026-11-28 18:50, Slowboard rašė:",
    "On Sat, Nov 28, 2026 at 06:50:00PM +0000, Slowboard wrote:",
    f"{WHO} writes:",
)
ENCODINGS = ("8bit", "quoted-printable", "base64")


@dataclass(frozen=True)
class Variant:
    name: str
    raw: bytes
    expected: str = TURN
    empty: bytes = b""
    """The same mail with nothing written in it, where there is such."""


def part(text: str, *, kind: str = "plain", more: str = "", encoding: str = "quoted-printable") -> bytes:
    data = text.encode()
    if encoding == "quoted-printable":
        data = quopri.encodestring(data)
    elif encoding == "base64":
        data = encodebytes(data)
    return f"Content-Type: text/{kind}; charset=utf-8{more}\nContent-Transfer-Encoding: {encoding}\n\n".encode() + data


def mail(inner: bytes) -> bytes:
    head = (
        b"From: Kim <kim@example.org>\nTo: turn+x@reply.example.org\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
    )
    return (head + inner).replace(b"\n", b"\r\n")


def join(*parts: bytes, kind: str = "alternative", boundary: str = "=_b7") -> bytes:
    inner = b"".join(b"--" + boundary.encode() + b"\n" + each + b"\n" for each in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    return head + inner + f"--{boundary}--\n".encode()


def write(name: str, layout: str, *, expected: str = TURN, **how: str) -> Variant:
    """`layout` has `{turn}` where its writer wrote."""
    return Variant(
        name,
        mail(part(layout.replace("{turn}", expected), **how)),
        expected,
        mail(part(layout.replace("{turn}", ""), **how)),
    )


Variants = Iterator[Variant]


def each_way(layouts: dict[str, str], **how: str) -> Variants:
    """Each layout in one of the encodings."""
    for (name, layout), encoding in zip(layouts.items(), cycle(ENCODINGS), strict=False):
        yield write(f"{name} {encoding}", layout, encoding=encoding, **how)
