"""The pieces of Masters on their squares, apart from whose turn it is and who holds what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from engine.board import ORTHOGONAL
from engine.games.masters.move_tables import ROOM
from engine.games.masters.movement import AROUND, BOARD, CARDINAL, KINDS, NAME, PUPPETEER, list_bits
from engine.games.masters.turn import Move
from engine.room import Table

Army = tuple[int, ...]
"""Where a side's pieces stand: a mask for each kind, in the order of `KINDS`."""
View = tuple[int, int, tuple[tuple[int, int, int], ...]]
"""What a puppeteer sees along a line: the squares where it meets a piece first; these and the next ones behind them;
and for each of them the way to it (itself included) and the piece that stands before it, 0 if none does."""


class Line(Table[View]):
    """The rank or the file of a puppeteer on one square: maps its occupied squares to what the puppeteer sees on it.

    What stands behind the second piece is never seen, so that most boards share the entry of an emptier one.
    """

    def __init__(self, rays: Sequence[tuple[int, ...]]) -> None:
        super().__init__(ROOM)
        self.rays = rays

    def find(self, occupied: int) -> View:
        first, lines = 0, []
        for ray in self.rays:
            screen = way = 0
            for bit in ray:
                way |= bit
                if occupied & bit:
                    lines.append((bit, way, screen))
                    if screen:
                        break
                    first |= bit
                    screen = bit
        seen = sum([bit for bit, _, _ in lines])
        return (first, seen, tuple(lines)) if seen == occupied else self[seen]


def _make_lines(square: int) -> tuple[tuple[int, Line], ...]:
    up, right, down, left = (tuple(1 << met for met in BOARD.ray(square, step=step, length=12)) for step in ORTHOGONAL)
    return tuple((sum(chain(*rays)), Line(rays)) for rays in ((up, down), (right, left)))


LINES = {bit: _make_lines(square) for square, bit in enumerate(NAME)}
"""The two lines of a puppeteer on a square, each with its mask."""


class Field:
    """A value: the letters by square (as a bit), the army of each side and all its pieces as a mask, all pieces of both
    sides, and the mask of all shielded squares (`aura`)."""

    __slots__ = ("armies", "aura", "letters", "masks", "occupied")

    def __init__(
        self, letters: Mapping[int, str], armies: tuple[Army, Army], masks: tuple[int, int], aura: int
    ) -> None:
        self.letters = letters
        self.armies = armies
        self.masks = masks
        self.occupied = masks[0] | masks[1]
        self.aura = aura

    @classmethod
    def gather(cls, letters: Mapping[int, str]) -> Field:
        """The field with these letters by number of square, capitals for Ember."""
        ember, frost = (
            tuple(BOARD.mask(square for square, letter in letters.items() if letter == kind) for kind in kinds)
            for kinds in (KINDS, KINDS.lower())
        )
        aura = 0
        for cardinal in list_bits(ember[CARDINAL] | frost[CARDINAL]):
            aura |= AROUND[cardinal]
        board = {1 << square: letter for square, letter in letters.items()}
        return cls(board, (ember, frost), (sum(ember), sum(frost)), aura)

    def move(self, move: Move, *, enemy: int) -> tuple[Field, str]:
        """The field after a move that takes from the side `enemy`, and the kind it took (empty where it took none)."""
        kind, start, end, takes, becomes = move
        letters, armies, masks, taken = dict(self.letters), [*self.armies], [*self.masks], ""
        owner = 0 if masks[0] & start else 1
        if takes:
            taken = letters[end].upper()
            armies[enemy] = tuple([pieces & ~end for pieces in armies[enemy]])
            masks[enemy] ^= end
        piece = letters.pop(start)
        letters[end] = piece if kind == becomes else KINDS[becomes] if owner == 0 else KINDS[becomes].lower()
        army = [*armies[owner]]
        army[kind] ^= start
        army[becomes] |= end
        armies[owner] = tuple(army)
        masks[owner] ^= start | end
        aura = self.aura
        if kind == CARDINAL or taken == "C":
            aura = AROUND[armies[0][CARDINAL]] | AROUND[armies[1][CARDINAL]]
        return Field(letters, (armies[0], armies[1]), (masks[0], masks[1]), aura), taken

    def find_seen(self, side: int) -> int:
        """What this side's puppeteer meets first along rank and file, as a mask; nothing where it is captured."""
        post = self.armies[side][PUPPETEER]
        if not post:
            return 0
        occupied = self.occupied
        (rank, along), (file, across) = LINES[post]
        return along[occupied & rank][0] | across[occupied & file][0]
