"""Where pieces of Masters go and what a puppeteer sees: any movement table turned into fast look-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.engine.board import ALL_AROUND, DIAGONAL, ORTHOGONAL, Board, Direction

BOARD = Board(files=10, ranks=12)
BIT = tuple(1 << square for square in range(120))
AROUND = tuple(BOARD.mask(ray[0] for ray in BOARD.rays(square, steps=ALL_AROUND, length=1)) for square in range(120))
_LINES = tuple(tuple(BOARD.ray(square, step=step, length=12) for step in ORTHOGONAL) for square in range(120))
_LINE_MASKS = tuple(tuple(BOARD.mask(line) for line in lines) for lines in _LINES)
LINE_MASK = tuple(up | right | down | left for up, right, down, left in _LINE_MASKS)
BEHIND = tuple(
    tuple(next((BOARD.mask(line[line.index(end) :]) for line in lines if end in line), 0) for end in range(120))
    for lines in _LINES
)
"""By a puppeteer's square: what a piece on a square hides from it, the square itself included."""

LEAPS: tuple[Direction, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
PROMOTIONS = "DSAH"

_DIRECTIONS = {
    ORTHOGONAL: "orthogonally",
    DIAGONAL: "diagonally",
    ALL_AROUND: "in any of 8 directions",
    LEAPS: "as a chess knight does, over anything",
    ((0, 1),): "forward",
    ((-1, 1), (1, 1)): "diagonally forward",
}


@dataclass(frozen=True, slots=True)
class Movement:
    """One row of the movement table.

    `goes` are steps in files and ranks, ranks counted towards the enemy; `reach` is how many of them in one line (None:
    as many as the board has). `takes`, where given, are the steps of a capture, and `goes` those to an empty square.
    `flies` passes over pieces of the mover's colour.
    """

    name: str
    goes: tuple[Direction, ...]
    reach: int | None = 1
    takes: tuple[Direction, ...] | None = None
    flies: bool = False

    @property
    def words(self) -> str:
        """The row in words, for a rules page."""
        if not self.goes:
            return "nothing of its own"
        far = {None: "any distance", 1: "one square", 2: "one or two squares"}.get(
            self.reach, f"1–{self.reach} squares"
        )
        goes = _DIRECTIONS.get(self.goes, "by its own steps")
        if self.goes == LEAPS:
            far = "leaps"
        words = f"{far} {goes}"
        if self.takes is not None:
            words += f" to an empty square; captures {_DIRECTIONS.get(self.takes, 'by steps of its own')}"
        return words + ("; flies over own pieces" if self.flies else "")


Pairs = tuple[tuple[str, int], ...]
"""Moves as text, each with the square it ends on: several where a scout promotes."""
Way = tuple[int, Pairs, tuple[tuple[int, Pairs, Pairs], ...]]
"""One line: its mask, its moves where it is clear, and square by square the bit, the moves in peace, the captures."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A piece on a square: its lines, and all squares that can matter to it as a mask."""

    ways: tuple[Way, ...]
    flies: bool
    scope: int


Reach = tuple[tuple[str, ...], int, Pairs]
"""Moves as text, the squares they end on as a mask, and each text with its square."""


class Tables:
    """Look-ups for one movement table. A piece is its letter, capital for Ember; a witch carries her moveset: `WS`."""

    def __init__(self, movement: Mapping[str, Movement], *, army: str) -> None:
        self.movement = movement
        self.army = Counter(army)
        self.spot = lru_cache(maxsize=None)(self._make_spot)  # at most 4,080
        self.reach = lru_cache(maxsize=1 << 12)(self._list_moves)  # a larger one finds little more and costs memory

    def _make_spot(self, piece: str, square: int) -> Spot:
        row = self.movement[piece[-1].upper()]
        kinds = [(row.goes, True, row.takes is None), (row.takes or (), False, True)]
        forward = 1 if piece.isupper() else -1
        ways, scope = [], 0
        for steps, rests, takes in kinds:
            turned = [(file, rank * forward) for file, rank in steps]
            for ray in BOARD.rays(square, steps=turned, length=row.reach or 12):
                squares = tuple(write_way(piece, square, end, rests=rests, takes=takes) for end in ray)
                clear = tuple(pair for _, rests_there, _ in squares for pair in rests_there)
                ways.append((BOARD.mask(ray), clear, squares))
                scope |= BOARD.mask(ray)
        return Spot(tuple(ways), row.flies, scope)

    def _list_moves(self, spot: Spot, friends: int, shielded: int, open_: int) -> Reach:
        """The moves of a piece, given the mover's pieces and the enemy's in and out of an aura, within its scope."""
        pairs: list[tuple[str, int]] = []
        stops = shielded | open_ | (0 if spot.flies else friends)
        met = friends | stops
        for mask, clear, squares in spot.ways:
            if not met & mask:
                pairs += clear
                continue
            for bit, rests, takes in squares:
                if stops & bit:
                    if open_ & bit:
                        pairs += takes
                    break
                if not friends & bit:
                    pairs += rests
        ends = 0
        for _, end in pairs:
            ends |= BIT[end]
        return tuple([text for text, _ in pairs]), ends, tuple(pairs)


def write_way(piece: str, start: int, end: int, *, rests: bool, takes: bool) -> tuple[int, Pairs, Pairs]:
    """One square of a way, with its moves ready as text."""
    peace, capture = (
        tuple((text, end) for text in write_moves(piece, start, end, sign)) if wanted else ()
        for sign, wanted in (("-", rests), ("x", takes))
    )
    return BIT[end], peace, capture


def write_moves(piece: str, start: int, end: int, sign: str) -> list[str]:
    """A move as text, one for each promotion where there is one."""
    text = f"{piece[0].upper().replace('T', '')}{BOARD.names[start]}{sign}{BOARD.names[end]}"
    return [f"{text}={kind}" for kind in PROMOTIONS] if must_promote(piece, end) else [text]


def must_promote(piece: str, end: int) -> bool:
    """Whether the piece is a scout that has reached the last rank of its colour's way."""
    return (piece == "T" and end >= 110) or (piece == "t" and end < 10)


def look(square: int, occupied: int) -> int:
    """What a puppeteer meets first along rank and file, as a mask. Squares count upwards to the top and the right."""
    up, right, down, left = _LINE_MASKS[square]
    met = 0
    for line in (up, right):
        pieces = occupied & line
        met |= pieces & -pieces
    for line in (down, left):
        pieces = occupied & line
        if pieces:
            met |= BIT[pieces.bit_length() - 1]
    return met
