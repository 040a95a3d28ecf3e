"""Where dice and Masters of MASTER go, and turns as text, all worked out beforehand and looked up."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.board import DIAGONAL, ORTHOGONAL, Board
from engine.typed import simplify

BOARD = Board(files=12, ranks=10)
BIT = tuple(1 << square for square in range(120))
FACES = "ABCDEF"
"""Letters of the dice, by what they show: A is 1."""

Way = tuple[int, int, int, str, str]
"""A move of a piece: its end and the squares between as masks, its end as a number, and its text without and with a
capture."""

_SQUARE = "[a-l](?:10|[1-9])"
_TURN = re.compile(rf"({_SQUARE})([-x]?)({_SQUARE})(?:@?({_SQUARE})=([0-9a-z]+))?")


class Turn(NamedTuple):
    """The parts of a turn's text; `takes` is None where the text left out whether it takes something, `turned` where
    nothing is rotated; `face` is what was written after `=`."""

    start: int
    takes: bool | None
    end: int
    turned: int | None
    face: str


def read_turn(text: str) -> Turn | None:
    """The parts of a turn's text, read leniently: any case, any spaces. None where it cannot be read.

    Raises IllegalMove: too_long.
    """
    return _read(text) if len(text) < 40 else _read(simplify(text)[:40])


@lru_cache(maxsize=1 << 11)
def _read(text: str) -> Turn | None:
    """Reads a text of 40 characters at most. It is cached, and what anybody types must not fill the memory."""
    plain = simplify(text)
    found = _TURN.fullmatch(plain) if plain.isascii() and len(plain) < 40 else None
    if not found:
        return None
    start, sign, end, turned, face = found.groups()
    return Turn(
        BOARD.index[start], sign == "x" if sign else None, BOARD.index[end], BOARD.index.get(turned or ""), face or ""
    )


def write_move(start: int, end: int, *, takes: bool) -> str:
    """A move as text, without rotation."""
    return f"{BOARD.names[start]}{'x' if takes else '-'}{BOARD.names[end]}"


def colour_class(square: int) -> tuple[int, int, int]:
    """Which of eight sets of squares this one is in: a Master leaps two squares, and so never leaves its set."""
    rank, file = divmod(square, 12)
    return file % 2, rank % 2, (file // 2 + rank // 2) % 2


def _find_ways(kind: str, square: int) -> tuple[Way, ...]:
    """The ways of a piece: a die exactly as far as it shows, a Master exactly two squares diagonally."""
    steps, length = (DIAGONAL, 2) if kind == "M" else (ORTHOGONAL, FACES.index(kind) + 1)
    rays = [ray for ray in BOARD.rays(square, steps=steps, length=length) if len(ray) == length]
    return tuple(
        (
            BIT[ray[-1]],
            BOARD.mask(ray[:-1]),
            ray[-1],
            write_move(square, ray[-1], takes=False),
            write_move(square, ray[-1], takes=True),
        )
        for ray in rays
    )


WAYS = {
    letter: tuple(_find_ways(kind, square) for square in range(120))
    for kind in f"M{FACES}"
    for letter in (kind, kind.lower())
}
ROTATIONS = {
    letter: tuple(
        tuple(f" @{name}={face}" for face, other in enumerate(FACES, 1) if other != kind) for name in BOARD.names
    )
    for kind in FACES
    for letter in (kind, kind.lower())
}
"""The texts of the five rotations of a die, by its letter and square, as they follow a move."""
