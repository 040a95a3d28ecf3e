"""Mails that nobody sends who wants to play: mutated ones by a seed, and those that are made to take long."""

from collections.abc import Callable, Iterator
from random import Random

from replies.mails.parsing import MOST_BYTES
from tests.replies.mails.layouts import all_layouts

CHARSETS = (
    b"utf-7 punycode idna zlib_codec bz2_codec hex rot13 base64_codec undefined unicode_escape raw_unicode_escape mbcs "
    b"utf-16 utf-16-le utf-32 utf-8-sig iso-2022-jp iso-2022-kr hz gb18030 shift_jis cp037 cp1252 us-ascii oem x"
).split()
UNSEEN = ("\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\u00a0", "\x00", "\x0b", "\x1b[2J", "\r")
PIECES = (
    b"\r\n",
    b"\n\n",
    b"\r",
    b">",
    b"> ",
    b"<blockquote>",
    b"</blockquote>",
    b"<s>",
    b"<table>",
    b"<select><option>",
    b"<svg>",
    b"<div class=gmail_quote>",
    b"</div>",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"&#x202e;",
    b"&#" + b"9" * 5000 + b";",
    b"=?utf-8?b?" + b"/" * 300 + b"?=",
    b"=?utf-7?q?+AGE-?= " * 50,
    b"=00=FF=ZZ=",
    b"\x00" * 30,
    b"\xff\xfe\xc3",
    b"\xed\xa0\x80",
    b"--inner=_42",
    b"--inner=_42--",
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"From: boris@example.org\r\n",
    b"-- \r\n",
    b"On Friday 2026 wrote:\r\n",
    b"x" * 3000,
)


def mutate(number: int) -> bytes:
    """One of the layouts with one to six faults; the same number gives the same mail."""
    random = Random(number)
    raw = random.choice(all_layouts()).raw
    for _ in range(random.randint(1, 6)):
        raw = random.choice(MUTATIONS)(raw, random)
    return raw[: 2 * MOST_BYTES]


def cut(raw: bytes, random: Random) -> bytes:
    return raw[: random.randrange(len(raw) + 1)]


def cut_above(raw: bytes, random: Random) -> bytes:
    return raw[random.randrange(len(raw) + 1) :]


def insert(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw) + 1)
    return raw[:at] + random.choice(PIECES) * random.choice((1, 1, 2, 40)) + raw[at:]


def insert_unseen(raw: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw) + 1)
    return raw[:at] + random.choice(UNSEEN).encode() * random.randint(1, 5) + raw[at:]


def flip(raw: bytes, random: Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(min(len(changed), random.randint(1, 30))):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def swap(raw: bytes, random: Random) -> bytes:
    """Two stretches change places."""
    one, two, three = sorted(random.randrange(len(raw) + 1) for _ in range(3))
    return raw[:one] + raw[two:three] + raw[one:two] + raw[three:]


def lie_about_charset(raw: bytes, random: Random) -> bytes:
    return raw.replace(b"charset=utf-8", b"charset=" + random.choice(CHARSETS))


def lie_about_encoding(raw: bytes, random: Random) -> bytes:
    lie = random.choice((b"base64", b"quoted-printable", b"8bit", b"x-uuencode", b"zip", b"\xff"))
    return raw.replace(b"quoted-printable", lie)


def lie_about_boundary(raw: bytes, random: Random) -> bytes:
    return raw.replace(
        b'boundary="inner=_42"', random.choice((b"boundary=", b'boundary="\\', b"boundary=inner", b"x=y"))
    )


def nest(raw: bytes, random: Random) -> bytes:
    count = random.choice((3, 30, 1000))
    heads = [b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (at, at) for at in range(count)]
    return b"".join(heads) + raw


def attach(raw: bytes, random: Random) -> bytes:
    """Something that unpacks to gigabytes, which nobody unpacks."""
    bomb = b"H4sIAAAAAAAAA" + b"A" * random.choice((100, 50_000))
    part = b'Content-Type: application/gzip; name="a.gz"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    return b"Content-Type: multipart/mixed; boundary=z\r\n\r\n--z\r\n" + part + bomb + b"\r\n--z\r\n" + raw


def many_headers(raw: bytes, random: Random) -> bytes:
    return b"X-%d: y\r\n" % random.randrange(9) * random.choice((100, 3000, 40_000)) + raw


def double(raw: bytes, random: Random) -> bytes:
    return raw + raw


MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    cut,
    cut_above,
    insert,
    insert,
    insert_unseen,
    flip,
    swap,
    lie_about_charset,
    lie_about_encoding,
    lie_about_boundary,
    nest,
    attach,
    many_headers,
    double,
)


def fill(piece: bytes, size: int = MOST_BYTES) -> bytes:
    return (piece * (size // len(piece) + 1))[:size]


def costly() -> Iterator[tuple[str, bytes]]:
    """Mails of 256 kB and more, each of which took some parser seconds, minutes or all memory."""
    for kind, pieces in REPEATED.items():
        for piece in pieces:
            head = f"From: kim@example.org\r\nContent-Type: text/{kind}\r\n\r\n".encode()
            yield f"{kind} of {piece!r}", head + fill(piece)
    for name in ("From", "To", "Subject", "Authentication-Results", "Content-Type", "List-Id"):
        yield f"10⁶ of {name}", f"{name}: a\n".encode() * 1_000_000 + b"\n"
        for piece in (b"a,", b"((", b'"\\', b"=?u?q?a", b"=?utf-8?b?YQ==?= ", b";a=", b"<", b" \r\n "):
            yield f"{name} of {piece!r}", f"{name}: ".encode() + fill(piece, 90_000) + b"\n\na2-a3"
    for kind, html in trees():
        yield f"html of {kind}", b"From: kim@example.org\r\nContent-Type: text/html\r\n\r\n" + html.encode()
    part = b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    yield "the same boundary", b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + fill(part)
    yield "many parts", b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + fill(b"--b\n\nx\n")
    yield "1,000 deep", nest(b"a2-a3", Random(4))
    yield "a line of 1 MB", b"From: kim@example.org\r\n\r\n" + b"a2-a3 " * 180_000
    yield "10⁶ lines", b"From: kim@example.org\r\n\r\n" + b"\n" * 1_000_000
    for charset in CHARSETS:
        for piece in (b"\xff", b"a\x00", b"~{", b"\x1b$B", b"+AGE-"):
            yield f"{charset!r} of {piece!r}", b"Content-Type: text/plain; charset=" + charset + b"\n\n" + fill(piece)
    for encoding in (b"base64", b"quoted-printable"):
        for piece in (b"=", b"=\n", b"=3D", b"A", b"AAAA=\n"):
            yield f"{encoding!r} of {piece!r}", b"Content-Transfer-Encoding: " + encoding + b"\n\n" + fill(piece)


def trees() -> Iterator[tuple[str, str]]:
    """HTML of which the tree of a browser costs the square of its length, or more."""
    some, many = range(25_000), range(60_000)
    yield "formatting that never ends", "".join(f"<b {at}><i {at}>" for at in some) + "x</b>" * 25_000
    yield "what is crossed out and never ends", "".join(f"<s {at}>" for at in some) + "<p>x" * 60_000
    yield "one in another", "<div>" * 50_000 + "</div>" * 50_000
    yield "ends of what never began", "<span>" * 50_000 + "</p>" * 50_000
    yield "options", "<select>" + "<option>x" * 50_000
    yield "attributes", f"<p {' '.join(f'a{at}' for at in many)}>x"
    yield "attributes with angles", f"<p {' '.join(f'a{at}={chr(34)}>{chr(34)}' for at in some)}>x"
    yield "attributes below half a tag", f'<!--<p a="--><p a=">"{" ".join(f"a{at}" for at in many)}>x'
    yield "attributes of one body", "".join(f"<body a{at}>" for at in some)
    yield "a value that never ends", '<p a="' + ">" * 500_000
    yield "values that never end", '<p a=">' * 80_000


REPEATED: dict[str, tuple[bytes, ...]] = {
    "html": (
        b"<",
        b"<a ",
        b"<a '",
        b'<a "x<" ',
        b"<!--",
        b"<!",
        b"&#9",
        b"&",
        b"<div>",
        b"<div><b>",
        b"<b></p>",
        b"<div><blockquote>",
        b"<title>",
        b"<pre>\n",
        b"<br>",
        b"<ul><li>",
        b"<s><p>",
        b"<table>x<tr>",
        b"<svg><p>",
        b"<template><td>",
        b"<a class=",
        b"x<br>On <br>",
        b"<div class=gmail_quote>",
        b'<p style="border-left:1px">x</p>',
    ),
    "plain": (
        b">",
        b"> a\n",
        b" \n",
        b"On a",
        b"On a\n",
        b"On Fri 2026 10:00 <a@b.example>\n",
        b"From: \n",
        b"Sent from my x\n",
        b"Disclaimer: a\n\n",
        b"-----Original Message-----\n",
        b"Am schrieb ",
        b"wrote ",
        b"<a@",
        b"\xe2\x80\x8b",
        b"\x00",
        b"\r",
    ),
    "plain; format=flowed; delsp=yes": (b"> a \n", b"a \n", b">", b" \n"),
}
