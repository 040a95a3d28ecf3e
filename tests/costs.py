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
FLOOR = 0.05
"""Seconds that any text of this length may cost: below, noise would be judged. What grows with the square comes over it
by far: two milliseconds for 10 kB are 0.2 s for 100 kB."""


def repeat(piece: str, *, before: str = "", after: str = "") -> Callable[[int], str]:
    """A shape: makes a text of so many characters."""
    return lambda length: before + piece * ((length - len(before) - len(after)) // len(piece)) + after


def mix(*shapes: Callable[[int], str]) -> Callable[[int], str]:
    """A shape of some of each, one after another."""
    return lambda length: "".join(shape(length // len(shapes)) for shape in shapes)


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


def find_excess(read: Callable[[str], object], shape: Callable[[int], str], *, is_dear: bool = False) -> str:
    """What is wrong: how much more the large text cost; empty where it grows in proportion.

    Where the small one costs so little that with the square the large one would stay below FLOOR, that is all; what
    `is_dear` anyway, as a page, is tried with the large one first.
    """
    small, large = shape(SMALL), shape(LARGE)
    if not is_dear and spend(lambda: read(small)) * (LARGE / SMALL) ** 2 <= FLOOR:
        return ""
    if (cost := spend(lambda: read(large))) <= FLOOR:
        return ""
    for rounds in (1, 2, 2) if is_dear else (2, 2, 2):  # a busy machine may slow one of them down
        allowed = max(FLOOR, MOST_TIMES * spend(lambda: read(small), rounds=2 * rounds))
        if cost <= allowed:
            return ""
        gc.collect()
        cost = spend(lambda: read(large), rounds=rounds)
    if cost <= allowed:
        return ""
    return f"{cost * 1000:.0f} ms, at most {allowed * 1000:.0f} allowed"
