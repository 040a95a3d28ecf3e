"""Whether what text costs grows in proportion to its length, by the time of the processor; and shapes of text that
bring out where it does not."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

SMALL, LARGE = 10_000, 100_000
"""Characters, tenfold."""
MOST_TIMES = 15
"""So many times as much may the large text cost: tenfold, and what a processor varies by."""
FLOOR = 0.03
"""Seconds that any text of this length may cost: below, noise would be judged. What grows with the square comes over it
by far: 10 kB in a millisecond is 100 kB in 0.1 s."""


def repeat(piece: str, *, before: str = "", after: str = "") -> Callable[[int], str]:
    """A shape: makes a text of so many characters."""
    return lambda length: before + piece * ((length - len(before) - len(after)) // len(piece)) + after


SHAPES = {
    "one letter": repeat("a"),
    "one digit": repeat("9"),
    "a letter, spaces, a letter": repeat(" ", before="a", after="a"),
    "pairs that combine": repeat("\u0301\u0316", before="a"),
    "openings without end": repeat('<({["'),
    "separators": repeat(",;\n"),
}
"""For what takes milliseconds anyway: fields and addresses."""
MORE_SHAPES = SHAPES | {
    **{f"only {piece!r}": repeat(piece) for piece in " \n\t.-_:/\\@&=%#*+>|'\"`<([{}])"},
    **{
        f"{piece!r} again and again": repeat(piece)
        for piece in ("a ", "a.", "a@", "a-", "a=", "> ", "=?", "&#9", "aA1")
    },
    **{
        f"{piece!r} as well": repeat(piece)
        for piece in ("\r\n", "a\n", "1. ", "a, ", "a: ", "\u200b", "<a ", "</a", "<!--")
    },
    "a digit, spaces, a letter": repeat(" ", before="1", after="a"),
    "a letter, new lines, a letter": repeat("\n", before="a", after="a"),
    "letters and then a sign": repeat("a", after="!"),
    "an opening and its end far away": repeat("a", before="[", after="]"),
    "characters that become many": repeat("\ufdfa"),
}
"""For single functions and expressions."""


def spend(call: Callable[[], object], *, rounds: int = 1) -> float:
    """The least seconds of the processor of so many calls."""
    found = []
    for _ in range(rounds):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


def find_excess(read: Callable[[str], object], shape: Callable[[int], str]) -> str:
    """What is wrong: how much more the large text cost; empty where it grows in proportion."""
    large, small = shape(LARGE), shape(SMALL)
    if spend(lambda: read(large)) <= FLOOR:
        return ""
    gc.collect()
    cost = spend(lambda: read(large), rounds=3)
    allowed = max(FLOOR, MOST_TIMES * spend(lambda: read(small), rounds=3))
    return "" if cost <= allowed else f"{cost * 1000:.0f} ms, at most {allowed * 1000:.0f} allowed"
