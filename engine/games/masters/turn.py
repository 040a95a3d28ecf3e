"""The text of a turn of Masters, taken apart."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.games.masters.movement import BIT, KINDS
from engine.typed import simplify

_SQUARE = "[a-j](?:1[0-2]|[1-9])"
_TURN = re.compile(
    rf"(?:(w[+-])(?:,(?=.)|$))?(?:\*({_SQUARE})(?:,(?=.)|$))?(?:([a-z])?({_SQUARE})([-x]?)({_SQUARE})(?:=([a-z]))?)?"
)


class Turn(NamedTuple):
    """The parts of a turn's text; absent ones are empty or 0. Squares are bits, `letter` and `promotion` capitals."""

    answer: str
    claim: int
    letter: str
    start: int
    sign: str
    end: int
    promotion: str


class Move(NamedTuple):
    """A move taken apart. Squares are bits, kinds are places in `KINDS`."""

    kind: int
    start: int
    end: int
    takes: bool
    becomes: int


def read_turn(text: str) -> Turn | None:
    """The parts of a turn's text, read leniently; None where it cannot be read. Raises IllegalMove: too_long."""
    return _read(text) if len(text) < 40 else _read(simplify(text)[:40])


@lru_cache(maxsize=1 << 11)
def _read(text: str) -> Turn | None:
    """Reads a text of 40 characters at most. It is cached, and what anybody types must not fill the memory."""
    plain = simplify(text)
    found = _TURN.fullmatch(plain) if plain and plain.isascii() and len(plain) < 40 else None
    if not found:
        return None
    answer, claim, letter, start, sign, end, promotion = (part or "" for part in found.groups())
    squares = (BIT.get(claim, 0), BIT.get(start, 0), BIT.get(end, 0))
    return Turn(answer, squares[0], letter.upper(), squares[1], sign, squares[2], promotion.upper())


@lru_cache(maxsize=1 << 12)
def read_move(text: str) -> Move:
    """A move as the tables write it, taken apart."""
    plain, _, becomes = text.partition("=")
    letter = plain[0] if plain[0].isupper() else "T"
    takes = "x" in plain
    start, end = plain.removeprefix(letter).split("x" if takes else "-")
    return Move(KINDS.index(letter), BIT[start], BIT[end], takes, KINDS.index(becomes or letter))
