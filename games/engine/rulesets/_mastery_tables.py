"""Everything about Mastery's moves that can be worked out before a position is known.

A position then finds its turns by table: the squares a piece could meet, cut down to the occupied ones, lead straight
to the ready-made texts of its moves and to the squares where it hits something.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from games.engine.board import ALL_AROUND, DIAGONAL, ORTHOGONAL, Board, Direction

BOARD = Board(files=8, ranks=8)
MASTER, OFFICER, PAWN = range(3)
LETTERS = "MOP"
_CACHE_LIMIT = 20_000

Army = tuple[int, int, int]
"""A side's Masters, Officers and Pawns, each as a mask."""
Steps = tuple[Direction, ...]
_MASTER_ZONE: Steps = ((0, 2), (2, 0), (0, -2), (-2, 0), *DIAGONAL)
# Steps and length of each piece's move: its own, then as its enemy moves it. A long ray is cut into halves, so that a
# table is asked for 12 squares at most. A Master is never controlled.
OWN_MOVES: tuple[tuple[tuple[Steps, int], ...], ...] = (((ORTHOGONAL, 3),), ((ORTHOGONAL, 2),), ((ALL_AROUND, 1),))
CONTROLLED_MOVES: tuple[tuple[tuple[Steps, int], ...], ...] = (
    (),
    ((ORTHOGONAL, 2),),
    ((ORTHOGONAL, 3), (DIAGONAL, 3)),
)
ZONE_STEPS: tuple[Steps, ...] = (_MASTER_ZONE, ALL_AROUND, ())


class Trace(NamedTuple):
    """The squares of the turn just played: all that Reflection and Ko have to know of it."""

    text: str
    start: int
    end: int
    quiet: bool
    back: tuple[str, str]
    """How a text that goes straight back runs, to an empty square and to a taken one."""


class Turn(NamedTuple):
    """A turn's text, taken apart. Squares are bits."""

    kind: int
    start: int
    end: int
    between: int
    control: bool
    takes: bool
    trace: Trace
    flips: tuple[int, int, int]
    """What to toggle on the bitboards of the moving side's Masters, Officers and Pawns."""


class Reach(dict[int, tuple[tuple[str, ...], int]]):
    """For one piece on one square: occupied squares it could meet → texts of its quiet moves, squares it hits."""

    def __init__(self, prefix: str, rays: Iterable[tuple[int, ...]]) -> None:
        self.prefix = prefix
        self.rays = tuple(rays)

    def __missing__(self, occupied: int) -> tuple[tuple[str, ...], int]:
        texts, hits = [], 0
        for ray in self.rays:
            for square in ray:
                if occupied >> square & 1:
                    hits |= 1 << square
                    break
                texts.append(f"{self.prefix}-{BOARD.names[square]}")
        self[occupied] = found = (tuple(texts), hits)
        return found


class Takes(dict[int, tuple[str, ...]]):
    """For one piece on one square: squares where it takes something → the texts, lowest square first."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def __missing__(self, hits: int) -> tuple[str, ...]:
        self[hits] = texts = tuple(f"{self.prefix}x{BOARD.names[square]}" for square in BOARD.squares(hits))
        return texts


Walk = tuple[int, Reach, Takes, str]
"""One piece on one square: the squares it could meet, its two tables, and the name of the square."""


def _make_walks(kind: int, *, control: bool) -> tuple[tuple[Walk, ...], ...]:
    moves = (CONTROLLED_MOVES if control else OWN_MOVES)[kind]
    walks = []
    for square, name in enumerate(BOARD.names):
        prefix = ("~" if control else "") + LETTERS[kind] + name
        parts = [BOARD.rays(square, steps=steps, length=length) for steps, length in moves]
        takes = Takes(prefix)
        walks.append(tuple((BOARD.mask(chain(*rays)), Reach(prefix, rays), takes, name) for rays in parts))
    return tuple(walks)


class Squad(dict[int, tuple[tuple[Walk, ...], int]]):
    """For the pieces of a kind: where they stand → what they can do, lowest square first, and their zone of control.

    A turn leaves most kinds where they were, so this is mostly a look-up. It forgets all when full.
    """

    def __init__(self, kind: int, *, control: bool) -> None:
        self.walks = _make_walks(kind, control=control)
        self.zones = tuple(
            BOARD.mask(chain(*BOARD.rays(square, steps=ZONE_STEPS[kind], length=1))) for square in range(64)
        )

    def __missing__(self, pieces: int) -> tuple[tuple[Walk, ...], int]:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        squares = tuple(BOARD.squares(pieces))
        zone = 0
        for square in squares:
            zone |= self.zones[square]
        self[pieces] = found = (tuple(walk for square in squares for walk in self.walks[square]), zone)
        return found


OWN = tuple(Squad(kind, control=False) for kind in (MASTER, OFFICER, PAWN))
CONTROLLED = tuple(Squad(kind, control=True) for kind in (MASTER, OFFICER, PAWN))


def zone_of(kind: int, square: int) -> int:
    """The zone of control of one piece, as a mask."""
    return OWN[kind].zones[square]


def _make_returns(kind: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each rank and each set of its empty squares, the endings of a turn that puts a piece of `kind` on one."""
    rows = []
    for rank in range(8):
        endings = [f"+{LETTERS[kind]}{name}" for name in BOARD.names[rank * 8 : rank * 8 + 8]]
        rows.append(tuple(tuple(e for i, e in enumerate(endings) if row >> i & 1) for row in range(256)))
    return tuple(rows)


_RETURNS = tuple(_make_returns(kind) if kind != MASTER else () for kind in (MASTER, OFFICER, PAWN))


def list_returns(kind: int, empty: int) -> list[str]:
    """The endings of a turn that puts a piece of `kind` on one of the squares of the mask `empty`, a1 first."""
    endings: list[str] = []
    for row in _RETURNS[kind]:
        endings += row[empty & 255]
        empty >>= 8
    return endings


def _make_traces() -> dict[str, Trace]:
    traces = {}
    for first, last in BOARD.between:
        start, end = BOARD.names[first], BOARD.names[last]
        for sign in "-x":
            text = f"{start}{sign}{end}"
            back = (f"{end}-{start}", f"{end}x{start}")
            traces[text] = Trace(text, 1 << first, 1 << last, sign == "-", back)
    return traces


def _make_turns() -> dict[str, Turn]:
    turns = {}
    for kind in (MASTER, OFFICER, PAWN):
        for control, moves in ((False, OWN_MOVES[kind]), (True, CONTROLLED_MOVES[kind])):
            pairs = [
                (first, last)
                for first in range(64)
                for steps, length in moves
                for ray in BOARD.rays(first, steps=steps, length=length)
                for last in ray
            ]
            for (first, last), sign in [(pair, sign) for pair in pairs for sign in "-x"]:
                trace = TRACES[f"{BOARD.names[first]}{sign}{BOARD.names[last]}"]
                changed = trace.start | trace.end
                flips = (changed * (kind == MASTER), changed * (kind == OFFICER), changed * (kind == PAWN))
                text = ("~" if control else "") + LETTERS[kind] + trace.text
                between = BOARD.between[first, last]
                turns[text] = Turn(kind, trace.start, trace.end, between, control, sign == "x", trace, flips)
    return turns


TRACES = _make_traces()
"""Every pair of squares on one line, as `d3-d4` or `d3xd4`."""
TURNS = _make_turns()
"""Every turn that some position allows, by its text without what is put back."""
RETURNS = {f"{LETTERS[kind]}{name}": (kind, bit) for kind in (OFFICER, PAWN) for name, bit in BOARD.bit.items()}
"""What follows the `+` of a text: kind and square."""
