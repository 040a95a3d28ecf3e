"""No mail stops the reader, makes it say what the mail does not, or costs more than a second and some megabytes."""

import base64
import binascii
import quopri
import re
import time
import tracemalloc
from collections.abc import Iterator
from html import unescape
from itertools import islice

import pytest

from replies.mails.automatic import is_automatic, is_ours
from replies.mails.lines import LONGEST_LINE, find_lines
from replies.mails.parsing import MOST_BYTES, parse, read_addresses, read_header, read_message_id, read_sender
from replies.mails.proof import Verdict, judge_results
from replies.mails.text import read_text
from tests.replies.mails.hostile import costly, mutate
from tests.rows import each_row

USUAL, ALL = 300, 10_000
TURN = re.compile(r"[a-z]\d{1,2}-[a-z]\d{1,2}|resign|draw|yes")
SECONDS = 2.0
"""Of the processor, for a megabyte, on a machine that does other things too; the costliest takes less than one."""
MEGABYTES = 24


def read_all(raw: bytes) -> list[str]:
    """All that the site asks of a mail."""
    mail = parse(raw)
    found = find_lines(read_text(mail))
    sender = read_sender(mail)
    read_addresses(mail, "To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To")
    assert len(read_message_id(mail)) <= 200
    assert len(read_header(mail, "Date")) <= 1000
    assert isinstance(is_automatic(mail, envelope_sender=None), str)
    assert isinstance(is_ours(mail, host="games.example.org", senders=["turn@reply.example.org"]), bool)
    assert judge_results(mail, sender=sender or "kim@example.org", authority="mx.example.org") is Verdict.UNPROVEN
    return found


def check(raw: bytes) -> None:
    began = time.process_time()
    found = read_all(raw)
    assert time.process_time() - began < SECONDS
    assert all(line.strip() and len(line) <= LONGEST_LINE for line in found)
    assert not re.search("[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]", "".join(found))
    words = {word for line in found for word in TURN.findall(line)}
    for text in say_all(re.sub(rb"(?:X-\d: y\r\n)+", b"", raw[:MOST_BYTES])):
        words = {word for word in words if word not in text}
        if not words:
            return
    pytest.fail(f"the mail does not say {sorted(words)}")


def say_all(raw: bytes) -> Iterator[str]:
    """Whatever the bytes could say, in all ways of encoding them, also without what stands between the letters."""
    ways = (bytes, quopri.decodestring, binascii.a2b_qp, _unwrap, _decode_blocks)
    for way in (*ways, lambda raw: quopri.decodestring(_decode_blocks(raw)), lambda raw: binascii.a2b_qp(_unwrap(raw))):
        data = way(raw)
        for text in (
            data.decode("latin-1").replace("\0", ""),
            *(data[at:].decode("utf-16-be", "ignore") for at in (0, 1)),
        ):
            yield text
            bare = unescape(re.sub(r"&#\w{9,};?", "", re.sub(r"<[^<>]*>", "", text)))
            yield bare
            yield re.sub(r"[^A-Za-z0-9\-]", "", text)
            yield re.sub(r"[^A-Za-z0-9\-]", "", bare)


def _unwrap(raw: bytes) -> bytes:
    return raw.replace(b"\r", b"").replace(b"\n", b"")


def _decode_blocks(raw: bytes) -> bytes:
    """What stands in base64, by lines and by what stands between empty ones, from each letter where it may begin."""
    blocks = re.findall(rb"[A-Za-z0-9+/\r\n]+", raw) + re.split(rb"\r?\n\r?\n|=", raw)
    found = []
    for block in blocks:
        letters = re.sub(rb"[^A-Za-z0-9+/]", b"", block)
        for start in range(4):
            part = letters[start:]
            found.append(base64.b64decode(part + b"A" * (-len(part) % 4)))
    return b"\n".join(found)


@pytest.mark.parametrize("first", range(0, USUAL, 100))
def test_mutated_mails(first):
    for number in range(first, first + 100):
        check(mutate(number))


@pytest.mark.late
@each_row("first", range(USUAL, ALL, 485))
def test_all_mutated_mails(first):
    for number in range(first, min(first + 485, ALL)):
        check(mutate(number))


@pytest.mark.late
def test_costly_mails(subtests):
    for name, raw in costly():
        with subtests.test(name):
            check_cost(raw)


def test_some_costly_mails(subtests):
    for name, raw in islice(costly(), 0, None, 12):
        with subtests.test(name):
            check_cost(raw)


def check_cost(raw: bytes) -> None:
    began = time.process_time()
    read_all(raw)
    assert time.process_time() - began < SECONDS
    tracemalloc.start()
    try:
        read_all(raw)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES * 1024 * 1024
    finally:
        tracemalloc.stop()
