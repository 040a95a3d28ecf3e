"""Where pieces of Masters go: any movement table turned into look-ups that lead straight to ready-made texts.

A piece here is its letter, capital for Ember; a witch carries her moveset: `WS`. Squares are bits. Every table fills
itself when asked, and forgets all when their room is full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from sys import intern
from typing import Generic, TypeVar

from engine.board import Direction
from engine.contract import Side
from engine.games.masters.movement import (
    BOARD,
    CARDINAL,
    KINDS,
    NAME,
    PROMOTIONS,
    PUPPETEER,
    WITCH,
    Movement,
    list_bits,
    must_promote,
)
from engine.games.masters.turn import Move
from engine.room import Room, Table

SQUARES = len(NAME)
_BITS = tuple(NAME)
ROOM = Room(12_000)
"""Some 8 MB when it is full. With ten times as many a position of a random game is listed a tenth faster, and a web
process still grows after half an hour."""
_WIDEST = 8
"""The most squares that one table is asked about: few enough that it soon has most of what it will be asked."""
_FEW = 4
"""The most rays that a table looks along itself."""

_LEFT = BOARD.mask(square for square in range(SQUARES) if square % BOARD.files < BOARD.files // 2)


M = TypeVar("M")
"""What stands for a move: its text, or whatever `spell` makes of it."""
Moves = tuple[M, ...]
Targets = tuple[Moves[M], int]
"""Quiet moves, and the squares where something is hit."""
Ray = tuple[tuple[int, Moves[M], bool], ...]
"""A line, nearest square first: the square, the quiet moves to it, whether a piece there is hit."""


class OccupancyTable(Table[Targets[M]], Generic[M]):
    """For some rays of one piece on one square: maps the occupied squares of these rays to what the piece sees.

    With many rays it asks two tables of half of them, which are soon full, so that a missing entry is found fast. For a
    piece that flies, `occupied` has the enemy's pieces, and the mover's own ones `SQUARES` bits higher.

    There are thousands of these, and they stay: whatever one takes is felt in the memory of each process.
    """

    __slots__ = ("halves", "mask", "rays")

    def __init__(self, rays: Sequence[Ray[M]], *, flies: bool, room: Room) -> None:
        super().__init__(room)
        mask = sum({square for ray in rays for square, _, _ in ray})
        self.mask = mask | mask << SQUARES if flies else mask
        middle = len(rays) // 2
        few = len(rays) <= _FEW
        self.rays = tuple(rays) if few else ()
        halves = () if few else (rays[:middle], rays[middle:])
        self.halves = tuple(OccupancyTable(half, flies=flies, room=room) for half in halves)

    def find(self, occupied: int) -> Targets[M]:
        texts: Moves[M] = ()
        hits = 0
        for half in self.halves:
            more, further = half[occupied & half.mask]
            texts, hits = texts + more, hits | further
        overflown = occupied >> SQUARES
        for ray in self.rays:
            for square, quiet, takes in ray:
                if occupied & square:
                    hits |= square if takes else 0
                    break
                if not overflown & square:
                    texts += quiet
        return texts, hits


class CaptureTable(Table[Moves[M]], Generic[M]):
    """For one piece on one square: maps the squares where it takes something to the texts, lowest square first."""

    __slots__ = ("write",)

    def __init__(self, write: Callable[[int], Moves[M]], room: Room) -> None:
        super().__init__(room)
        self.write = write

    def find(self, hits: int) -> Moves[M]:
        return tuple(chain(*[self.write(square.bit_length() - 1) for square in list_bits(hits)]))


Slider = tuple[int, OccupancyTable[M], CaptureTable[M]]
"""Some rays of one piece on one square: the squares it could meet, and its two tables."""


class SliderTable(Table[tuple[Slider[M], ...]], Generic[M]):
    """For the pieces of a kind: maps where they stand to what they can do, lowest square first."""

    def __init__(self, tables: Tables[M], piece: str) -> None:
        super().__init__(tables.room)
        self.tables = tables
        self.piece = piece
        self.flies = tables.movement[piece[-1].upper()].flies

    def find(self, pieces: int) -> tuple[Slider[M], ...]:
        return tuple(chain(*[self.tables.sliders(self.piece, bit) for bit in list_bits(pieces)]))


class PawnTable(Table[tuple[int, int]], Generic[M]):
    """For the pieces of a kind that marches: maps where they stand to the squares before them, and where they take."""

    def __init__(self, slider_table: SliderTable[M]) -> None:
        super().__init__(slider_table.room)
        self.slider_table = slider_table
        self.pushes: PushTable[M] = PushTable(slider_table.room)
        self.alone = {1 << square: self._look(square) for square in range(SQUARES)}

    def _look(self, start: int) -> tuple[int, int]:
        steps = strikes = 0
        for square, texts, takes in chain(*self.slider_table.tables.make_rays(self.slider_table.piece, start)):
            if takes:
                strikes |= square
            else:
                steps |= square
                self.pushes.steps[square] = texts
        return steps, strikes

    def find(self, pieces: int) -> tuple[int, int]:
        steps = strikes = 0
        for piece in list_bits(pieces):
            further, more = self.alone[piece]
            steps |= further
            strikes |= more
        return steps, strikes


class PushTable(Table[Moves[M]], Generic[M]):
    """For a kind that marches: maps the empty squares before its pieces to the texts.

    The left and the right half of the board are asked separately, so that a missing entry is found fast.
    """

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.steps: dict[int, Moves[M]] = {}
        self.half = HalfPushTable(self.steps, room)

    def find(self, squares: int) -> Moves[M]:
        return self.half[squares & _LEFT] + self.half[squares & ~_LEFT]


class HalfPushTable(Table[Moves[M]], Generic[M]):
    """The same for one half of the board, put together from the texts of single squares."""

    def __init__(self, steps: Mapping[int, Moves[M]], room: Room) -> None:
        super().__init__(room)
        self.steps = steps

    def find(self, squares: int) -> Moves[M]:
        return tuple(chain(*[self.steps[square] for square in list_bits(squares)]))


class Tables(Generic[M]):
    """Look-ups for one movement table.

    `slider_tables` are by piece. The common kinds, all but puppeteer,
    witch and cardinal, are by side and with their places in an army: `walkers`, `marchers` and `fliers`.
    """

    def __init__(
        self, movement: Mapping[str, Movement], *, army: str, spell: Callable[[str, Move], M], room: Room = ROOM
    ) -> None:
        self.movement = movement
        self.spell = spell
        self.room = room
        self.sliders = lru_cache(maxsize=None)(self._make_sliders)  # 4,080 at most: 13 MB
        self.army = Counter(army)
        kinds = [*KINDS, *(f"W{kind}" for kind in KINDS if kind != "W")]
        self.slider_tables = {kind: SliderTable(self, kind) for kind in kinds}
        for kind in kinds:
            same = kind != "T" and movement[kind[-1]].looks_both_ways
            self.slider_tables[kind.lower()] = self.slider_tables[kind] if same else SliderTable(self, kind.lower())
        rows = {place: movement[kind] for place, kind in enumerate(KINDS)}
        common = rows.keys() - {PUPPETEER, WITCH, CARDINAL}
        fliers = sorted(place for place in common if rows[place].flies)
        marchers = sorted(place for place in common if rows[place].marches)
        walkers = sorted(common.difference(fliers, marchers))
        self.fliers = tuple(tuple((place, name_piece(KINDS[place], side)) for place in fliers) for side in Side)
        self.marchers = tuple(
            tuple((place, PawnTable(self._slider_table(place, side))) for place in marchers) for side in Side
        )
        self.walkers = tuple(tuple((place, self._slider_table(place, side)) for place in walkers) for side in Side)

    def _slider_table(self, place: int, side: Side) -> SliderTable[M]:
        return self.slider_tables[name_piece(KINDS[place], side)]

    def make_rays(self, piece: str, start: int) -> tuple[Ray[M], ...]:
        """The lines of a piece on a square, opposite ones side by side."""
        row = self.movement[piece[-1].upper()]
        forward = 1 if piece.isupper() else -1
        uses = [(row.goes, True, row.takes is None), (row.takes or (), False, True)]
        rays = []
        for steps, rests, takes in uses:
            turned = [(file, rank * forward) for file, rank in steps]
            for step in sorted(turned, key=_find_axis):
                for line in BOARD.rays(start, steps=[step], length=row.reach or SQUARES):
                    moves = [self._write(piece, start, end, "-") if rests else () for end in line]
                    rays.append(tuple((_BITS[end], quiet, takes) for end, quiet in zip(line, moves, strict=True)))
        return tuple(rays)

    def _make_sliders(self, piece: str, bit: int) -> tuple[Slider[M], ...]:
        start = bit.bit_length() - 1
        flies = self.movement[piece[-1].upper()].flies
        groups: list[list[Ray[M]]] = []
        for ray in self.make_rays(piece, start):
            if groups and sum(map(len, groups[-1])) + len(ray) <= _WIDEST:
                groups[-1].append(ray)
            else:
                groups.append([ray])
        takes = CaptureTable(lambda end: self._write(piece, start, end, "x"), self.room)
        tables = [OccupancyTable(group, flies=flies, room=self.room) for group in groups]
        return tuple((table.mask, table, takes) for table in tables)

    def _write(self, piece: str, start: int, end: int, sign: str) -> Moves[M]:
        """A move, one for each promotion where there is one."""
        letter = piece[0].upper()
        text = f"{letter.replace('T', '')}{BOARD.names[start]}{sign}{BOARD.names[end]}"
        promotes = must_promote(piece, 1 << end)
        written = {f"{text}={kind}": kind for kind in PROMOTIONS} if promotes else {text: letter}
        spelt = []
        for name, becomes in written.items():
            move = Move(KINDS.index(letter), 1 << start, 1 << end, sign == "x", KINDS.index(becomes))
            spelt.append(self.spell(name, move))
        return tuple(spelt)


def spell_text(text: str, move: Move) -> str:
    """A move as its text, which is the same for both sides and for many pieces that a witch is like."""
    return intern(text)


def list_moves(sliders: Sequence[Slider[M]], occupied: int, prey: int) -> list[M]:
    """The moves of these sliders on a board so occupied, where `prey` may be taken. For pieces that fly see
    `OccupancyTable`."""
    moves: list[M] = []
    for mask, table, takes in sliders:
        quiet, hits = table[occupied & mask]
        moves += quiet
        if hits & prey:
            moves += takes[hits & prey]
    return moves


def name_piece(kind: str, side: int) -> str:
    """The piece of a kind as the tables know it."""
    return kind if side == 0 else kind.lower()


def _find_axis(step: Direction) -> Direction:
    """A direction that is the same for a step and its opposite."""
    return max(step, (-step[0], -step[1]))
