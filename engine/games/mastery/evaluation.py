"""How good a position of Mastery is, by looking at it alone: a Pawn is worth 100."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board import ALL_AROUND, ORTHOGONAL
from engine.games.mastery.tables import BOARD, MASTER, OFFICER, OWN, PAWN, Army
from engine.room import Room, Table


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term counts, in hundredths of a Pawn."""

    masters: tuple[int, int, int, int] = (0, 900, 1500, 2000)
    """Masters on the board: with none, one, two and three of them. The last one is the game."""
    officers: tuple[int, int, int, int, int] = (0, 400, 700, 1000, 1300)
    """Officers: the first is worth more, since without any a side controls nothing."""
    pawns: tuple[int, int, int, int, int, int, int] = (0, 250, 400, 520, 640, 750, 850)
    """Pawns, in the same way."""
    centre: tuple[int, int, int] = (-6, 0, -4)
    """For each kind, a step of a piece towards the middle of the board."""
    advance: tuple[int, int, int] = (1, 9, 11)
    """For each kind, a rank of a piece towards the enemy."""
    rules_pawn: int = 11
    """An enemy Pawn in a zone of control: it may be turned against its own side."""
    ruled_pawn: int = 13
    """An own Pawn that the enemy controls, which is a threat until the next turn."""
    ruled_officer: int = 26
    """An own Officer in the same way."""
    exits: int = 5
    """An empty square right beside a Master along a rank or file: without any it cannot flee."""
    risk: int = 63
    """An enemy piece that could take one of the Masters of the side to move."""
    closes_in: int = 10
    """For the side that is ahead, a piece within four squares of an enemy Master, again within three, and two."""
    shuts_in: int = 12
    """For the side that is ahead, what a square is worth to which no enemy Master can move."""
    trades: int = 20
    """For the side that is ahead, an enemy piece that is gone."""
    tempo: int = 15
    """Being the one to move."""


WEIGHTS = Weights()
AHEAD = 500
"""A side that is better by more drives towards the end of the game."""
_CENTRE = tuple(7 - (abs(2 * (square % 8) - 7) + abs(2 * (square // 8) - 7)) // 2 for square in range(64))
NEAR = tuple(
    BOARD.mask(met for ray in BOARD.rays(square, steps=ORTHOGONAL, length=2) for met in ray) for square in range(64)
)
"""The squares in reach of an Officer."""
BESIDE = tuple(
    BOARD.mask(met for ray in BOARD.rays(square, steps=ALL_AROUND, length=1) for met in ray) for square in range(64)
)

"""The squares around each square."""


class Standing(Table[tuple[int, int]]):
    """For the pieces of a kind and side: maps where they stand to what that is worth, and to their zone of control."""

    def __init__(self, kind: int, side: int, weights: Weights, room: Room) -> None:
        super().__init__(room)
        self.zones = OWN[kind].alone
        self.worth = (weights.masters, weights.officers, weights.pawns)[kind]
        self.squares = tuple(
            weights.centre[kind] * _CENTRE[square] + weights.advance[kind] * (7 - square // 8 if side else square // 8)
            for square in range(64)
        )

    def find(self, pieces: int) -> tuple[int, int]:
        worth, zone = self.worth[min(pieces.bit_count(), len(self.worth) - 1)], 0
        for square in BOARD.squares(pieces):
            worth += self.squares[square]
            zone |= self.zones[1 << square][1]
        return worth, zone


class Rings(Table[tuple[int, int, int]]):
    """For Masters: the squares at most four, three and two from one of them."""

    def find(self, pieces: int) -> tuple[int, int, int]:
        one = pieces
        for square in BOARD.squares(pieces):
            one |= BESIDE[square]
        rings = [one]
        for _ in range(3):
            wider = rings[-1]
            for square in BOARD.squares(rings[-1]):
                wider |= BESIDE[square]
            rings.append(wider)
        return rings[3], rings[2], rings[1]


class Danger(Table[tuple[int, int, int, int]]):
    """For Masters: maps where they stand to the squares from which a Master or an Officer takes one if its way is free,
    and a Pawn does; and to those where they go first."""

    def find(self, pieces: int) -> tuple[int, int, int, int]:
        far = near = beside = exits = 0
        for square in BOARD.squares(pieces):
            for mask, _, _, _ in OWN[MASTER].alone[1 << square][0]:
                far |= mask
            near |= NEAR[square]
            beside |= BESIDE[square]
            exits |= NEAR[square] & BESIDE[square]
        return far, near, beside, exits


Force = tuple[Army, int, int, tuple[int, int, int, int]]
"""An army, what it is worth, the squares where it controls Pawns, its `Danger`."""
_NOBODY: Force = ((0, 0, 0), 0, 0, (0, 0, 0, 0))


class Evaluation:
    """Tables for one set of weights."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        room = Room(40_000)
        self.weights = weights
        self.standing = tuple(
            tuple(Standing(kind, side, weights, room) for kind in (MASTER, OFFICER, PAWN)) for side in (0, 1)
        )
        self.danger = Danger(room)
        self.rules = weights.rules_pawn
        self.drive = weights.closes_in, weights.shuts_in, weights.trades
        self.rings = Rings(room)
        self.ruled = (weights.ruled_officer, weights.ruled_pawn)
        self.risk, self.tempo, self.exits = weights.risk, weights.tempo, weights.exits
        self.forces = [_NOBODY, _NOBODY]
        """For each side, the army judged last: it is the same one as long as only the other side's turn differs."""

    def judge(self, own: Army, foe: Army, side: int) -> int:
        """What the side to move, with the pieces `own`, has more than the other."""
        force = self.forces[side]
        if force[0] is not own:
            force = self.forces[side] = self._survey(own, side)
        _, score, wide, (line, near, beside, exits) = force
        masters, officers, pawns = foe
        of_masters, of_officers, of_pawns = self.standing[1 - side]
        worth, enemy_far = of_masters[masters]
        more, enemy_beside = of_officers[officers]
        score += self.tempo - worth - more - of_pawns[pawns][0]
        score += self.rules * (pawns & wide).bit_count()
        empty = ~(sum(own) + masters + officers + pawns)
        score += self.exits * ((exits & empty).bit_count() - (self.danger[masters][3] & empty).bit_count())
        if officers and pawns:
            officer, pawn = self.ruled
            _, own_officers, own_pawns = own
            score -= officer * (own_officers & enemy_far).bit_count()
            score -= pawn * (own_pawns & (enemy_far | enemy_beside)).bit_count()
        if score > AHEAD:
            score += self._drive(own, foe)
        elif score < -AHEAD:
            score -= self._drive(foe, own)
        dangers = beside & pawns
        if distant := line & masters | near & officers:
            dangers |= distant & self._look_from_masters(own, foe)
        return score - self.risk * dangers.bit_count() if dangers else score

    def _drive(self, own: Army, foe: Army) -> int:
        """What a side that is ahead has for coming nearer to the end."""
        closes_in, shuts_in, trades = self.drive
        masters, officers, pawns = own
        theirs, their_officers, their_pawns = foe
        few = theirs | their_officers | their_pawns
        near, nearer, nearest = self.rings[theirs if few.bit_count() > 5 else few]
        pieces = masters | officers | pawns
        gone = 13 - (theirs | their_officers | their_pawns).bit_count()
        occupied = pieces | few
        room = 0
        for mask, table, _, _ in OWN[MASTER][theirs][0]:
            room += len(table[occupied & mask][0])
        close = (pieces & near).bit_count() + (pieces & nearer).bit_count() + (pieces & nearest).bit_count()
        return closes_in * close + trades * gone - shuts_in * room

    def _survey(self, army: Army, side: int) -> Force:
        """What can be said of an army without the other."""
        masters, officers, pawns = army
        of_masters, of_officers, of_pawns = self.standing[side]
        worth, far = of_masters[masters]
        more, beside = of_officers[officers]
        worth += more + of_pawns[pawns][0]
        wide = far | beside if officers and pawns else 0
        return army, worth, wide, self.danger[masters]

    def _look_from_masters(self, own: Army, foe: Army) -> int:
        """The pieces that own Masters meet in the four directions."""
        met, occupied = 0, sum(own) + sum(foe)
        for mask, table, _, _ in OWN[MASTER][own[MASTER]][0]:
            met |= table[occupied & mask][1]
        return met
