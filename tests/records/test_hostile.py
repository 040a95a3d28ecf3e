"""Records that somebody has spoilt: they are read or refused with a sentence, and never meet a fault."""

import json
import os
import random
import time
from itertools import islice

from engine import registry
from games.clock import Bank
from records import writing
from records.reading import MOST_BYTES, decode, play_through, read_all
from records.record import Played, Record
from records.splitting import BadRecord
from records.views.opening import MOST_GAMES
from tests.records.written import play_out
from tests.rows import each_row

MUTANTS = int(os.environ.get("FAULT_ROUNDS_RECORDS", "400"))
ODD = ["\u202e", "\u200f", "\ud7ff", "\x00", "{", "}", "[[", '"', "\\", "9" * 400, "-1", "1e999", "NaN", "null", "\n\n"]
ODD += [
    "[%left 1d]",
    "[%at 2026-02-30]",
    "1. ",
    "(",
    ")",
    "1-0",
    "*",
    '[Game "masters"]',
    '[Start "x"]',
    "\r",
    "\t",
    "٣. a2-a3",
]


def make_records() -> list[str]:
    rng, found = random.Random(5), []
    for ruleset in registry.all_rulesets():
        _, turns = play_out(ruleset, {}, rng, most=12)
        record = Record(
            *(ruleset.slug, ruleset.revision, {}, ruleset.opening(rng) or "", ruleset.start().text(), "Anna", "Boris"),
            tuple(map(Played, turns)),
            control=Bank(3, 1, 7),
        )
        found += [writing.write_text(record), writing.write_json(record)]
    return found


def spoil(text: str, rng: random.Random) -> bytes:
    """Cut, doubled, shuffled, with odd signs in it, or with its bytes changed."""
    for _ in range(rng.randint(1, 4)):
        here, there = sorted(rng.sample(range(len(text) + 1), 2)) if len(text) > 1 else (0, 0)
        lines = text.split("\n")
        text = rng.choice(
            [
                text[:here],
                text[:here] + text[there:],
                text[:here] + rng.choice(ODD) + text[here:],
                text[:there] + text[here:],
                text[:here] + text[here:there][::-1] + text[there:],
                "\n".join(rng.sample(lines, len(lines))),
            ]
        )
    content = bytearray(text.encode())
    for _ in range(rng.choice([0, 0, 1, 3])):
        if content:
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def read(content: bytes) -> str:
    """What became of it: read, or why not; each sentence can be formed."""
    try:
        for found in islice(read_all(decode(content)), MOST_GAMES):
            if found.record is not None:
                found, _ = play_through(found)
            if found.fault is not None:
                assert found.fault.place.line >= 1
                assert found.fault.place.column >= 1
                return str(found.fault.said)
    except BadRecord as fault:
        return str(fault.said)
    return ""


def test_spoilt_records_are_read_or_refused():
    originals, outcomes = make_records(), set()
    for number in range(MUTANTS):
        rng = random.Random(number)
        content = spoil(rng.choice(originals), rng)
        outcomes.add(bool(read(content)))
    assert outcomes == {True, False}, "some are still good"


@each_row(
    "content",
    [
        b"[" * MOST_BYTES,
        b"{" * MOST_BYTES,
        b'{"a":' * (MOST_BYTES // 5),
        b"(" * MOST_BYTES,
        b'[A "' + b"\\" * (MOST_BYTES - 5),
        b'[Game "mastery"]\n' + b'[T "v"]\n' * (MOST_BYTES // 8 - 3),
        b'[Game "mastery"]\n\n' + b"1. " + b"{" * (MOST_BYTES - 22),
        b'[Game "mastery"]\n\n1. x' + b" {}" * (MOST_BYTES // 3 - 8),
        b'[Game "mastery"]\n\n1. ' + b"[%left 1d]" * (MOST_BYTES // 10 - 3),
        b'{"game":"mastery","turns":[' + b'{"text":"x"},' * (MOST_BYTES // 13 - 4) + b'{"text":"x"}]}',
        b'{"game":"mastery","options":{' + b'"a":"b",' * (MOST_BYTES // 8 - 6) + b'"c":"d"}}',
        b'{"game":"mastery","revision":' + b"9" * (MOST_BYTES - 32) + b"}",
        b"\n" * MOST_BYTES,
        b'[Game "mastery"]\n*\n\n' * (MOST_BYTES // 21),
        json.dumps({"game": "mastery", "start": "9" * 500_000}).encode(),
    ],
    ids=lambda content: content[:24].decode(),
)
def test_a_megabyte_of_anything_is_answered_soon(content):
    began = time.process_time()
    read(content[:MOST_BYTES])
    assert time.process_time() - began < 5
