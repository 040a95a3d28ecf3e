"""Everything about Mastery's moves that can be worked out before a position is known.

A position then finds its turns by table: the squares a piece could meet, cut down to the occupied ones, lead straight
to the ready-made texts of its moves and to the squares where it hits something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from engine.board import ALL_AROUND, DIAGONAL, ORTHOGONAL, Board, Direction
from engine.room import Room, Table

BOARD = Board(files=8, ranks=8)
MASTER, OFFICER, PAWN = range(3)
LETTERS = "MOP"
NUMBERS = (3, 4, 6)
"""Masters, Officers and Pawns of a side at the start."""
_ROOM = Room(8_000)
"""2 MB when it is full: see that of Masters."""

M = TypeVar("M")
"""What stands for a move: its text, or whatever `spell` makes of that."""
Spell = Callable[[str], M]
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


class Turn(NamedTuple):
    """The parts of a turn's text, without the piece that comes back. Squares are bits."""

    kind: int
    start: int
    end: int
    between: int
    control: bool
    takes: bool
    squares: str
    """The turn by its squares alone, as position text has it."""
    flips: tuple[int, int, int]
    """What to toggle on the bitboards of the moved piece's side."""
    back: tuple[str, str]
    """The beginnings of the two answers that move this piece straight back: to an empty square, and taking what is
    there."""


Targets = tuple[tuple[M, ...], int]
"""Quiet moves, and the squares where something is hit."""


class Ray(dict[int, Targets[M]], Generic[M]):
    """What a piece sees along one ray, for every way it may be occupied."""

    def __init__(self, prefix: str, ray: tuple[int, ...], spell: Spell[M]) -> None:
        self.mask = BOARD.mask(ray)
        moves = tuple(spell(f"{prefix}-{BOARD.names[square]}") for square in ray)
        for pattern in range(1 << len(ray)):
            occupied = [square for place, square in enumerate(ray) if pattern >> place & 1]
            seen = (moves[: ray.index(occupied[0])], 1 << occupied[0]) if occupied else (moves, 0)
            self[BOARD.mask(occupied)] = seen


class OccupancyTable(Table[Targets[M]], Generic[M]):
    """For some rays of one piece on one square: maps the occupied squares of these rays to what the piece sees.

    It asks two tables of half of the rays, which are soon full, so that a missing entry is found fast.
    """

    def __init__(self, prefix: str, rays: tuple[tuple[int, ...], ...], spell: Spell[M], room: Room) -> None:
        super().__init__(room)
        self.mask = BOARD.mask(chain(*rays))
        middle = len(rays) // 2
        self.first, self.second = (
            _make_occupancy_table(prefix, half, spell, room) for half in (rays[:middle], rays[middle:])
        )

    def find(self, occupied: int) -> Targets[M]:
        first, second = self.first, self.second
        moves, hits = first[occupied & first.mask]
        more, further = second[occupied & second.mask]
        return moves + more, hits | further


def _make_occupancy_table(
    prefix: str, rays: tuple[tuple[int, ...], ...], spell: Spell[M], room: Room
) -> OccupancyTable[M] | Ray[M]:
    return OccupancyTable(prefix, rays, spell, room) if len(rays) > 1 else Ray(prefix, rays[0], spell)


class CaptureTable(Table[tuple[M, ...]], Generic[M]):
    """For one piece on one square: maps the squares where it takes something to the moves, lowest square first."""

    def __init__(self, prefix: str, spell: Spell[M], room: Room) -> None:
        super().__init__(room)
        self.prefix = prefix
        self.spell = spell

    def find(self, hits: int) -> tuple[M, ...]:
        return tuple(self.spell(f"{self.prefix}x{BOARD.names[square]}") for square in BOARD.squares(hits))


Slider = tuple[int, OccupancyTable[M] | Ray[M], CaptureTable[M], str]
"""One piece on one square: the squares it could meet, its two tables, and the name of the square."""


def _make_sliders(kind: int, *, control: bool, spell: Spell[M], room: Room) -> tuple[tuple[Slider[M], ...], ...]:
    moves = (CONTROLLED_MOVES if control else OWN_MOVES)[kind]
    sliders = []
    for square, name in enumerate(BOARD.names):
        prefix = ("~" if control else "") + LETTERS[kind] + name
        parts = [BOARD.rays(square, steps=steps, length=length) for steps, length in moves]
        takes = CaptureTable(prefix, spell, room)
        tables = [_make_occupancy_table(prefix, rays, spell, room) for rays in parts]
        sliders.append(tuple((table.mask, table, takes, name) for table in tables))
    return tuple(sliders)


class SliderTable(Table[tuple[tuple[Slider[M], ...], int]], Generic[M]):
    """For the pieces of a kind: maps where they stand to what they can do, lowest square first, and their zone of
    control.

    A turn leaves most kinds where they were, so that most entries are found here.
    """

    def __init__(self, kind: int, *, control: bool, spell: Spell[M], room: Room) -> None:
        super().__init__(room)
        sliders = _make_sliders(kind, control=control, spell=spell, room=room)
        rings = [BOARD.rays(square, steps=ZONE_STEPS[kind], length=1) for square in range(64)]
        self.alone = {1 << square: (sliders[square], BOARD.mask(chain(*rings[square]))) for square in range(64)}

    def find(self, pieces: int) -> tuple[tuple[Slider[M], ...], int]:
        sliders: tuple[Slider[M], ...] = ()
        zone, rest = 0, pieces
        while rest:
            piece = rest & -rest
            more, lit = self.alone[piece]
            sliders += more
            zone |= lit
            rest ^= piece
        return sliders, zone


def make_slider_tables(spell: Spell[M], *, room: Room) -> tuple[tuple[SliderTable[M], ...], tuple[SliderTable[M], ...]]:
    """The tables of a side's own Masters, Officers and Pawns, and of those that it controls."""
    own, controlled = (
        tuple(SliderTable(kind, control=control, spell=spell, room=room) for kind in (MASTER, OFFICER, PAWN))
        for control in (False, True)
    )
    return own, controlled


OWN, CONTROLLED = make_slider_tables(str, room=_ROOM)


def zone_of(kind: int, square: int) -> int:
    """The zone of control of one piece, as a mask."""
    return OWN[kind].alone[1 << square][1]


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
    for row, squares in zip(_RETURNS[kind], empty.to_bytes(8, "little"), strict=True):
        endings += row[squares]
    return endings


def _make_turns() -> dict[str, Turn]:
    return {
        text: turn
        for kind in (MASTER, OFFICER, PAWN)
        for control, moves in ((False, OWN_MOVES[kind]), (True, CONTROLLED_MOVES[kind]))
        for steps, length in moves
        for first in range(64)
        for ray in BOARD.rays(first, steps=steps, length=length)
        for last in ray
        for text, turn in _make_pair(kind, control=control, first=first, last=last)
    }


def _make_pair(kind: int, *, control: bool, first: int, last: int) -> Iterator[tuple[str, Turn]]:
    """The turn to an empty square and the one that takes something."""
    own, other = LETTERS[kind], "~" + LETTERS[kind]
    mover, answer = (other, own) if control else (own, other)
    start, end = BOARD.names[first], BOARD.names[last]
    changed = 1 << first | 1 << last
    flips = (changed * (kind == MASTER), changed * (kind == OFFICER), changed * (kind == PAWN))
    back = (f"{answer}{end}-{start}", f"{answer}{end}x{start}")
    for sign in "-x":
        squares = f"{start}{sign}{end}"
        between = BOARD.between[first, last]
        yield (
            mover + squares,
            Turn(kind, 1 << first, 1 << last, between, control, sign == "x", squares, flips, back),
        )


TURNS = _make_turns()
"""Every turn that some position allows, by its text without the piece that comes back."""
RETURNS = {f"{LETTERS[kind]}{name}": (kind, bit) for kind in (OFFICER, PAWN) for name, bit in BOARD.bit.items()}
"""What follows the `+` of a text: kind and square."""
