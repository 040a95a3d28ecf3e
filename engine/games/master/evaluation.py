"""How good a position of MASTER is, by looking at it alone: a die is worth 100, whatever it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.board import ORTHOGONAL
from engine.games.master.ways import BOARD, FACES, WAYS

MASTER = 7
"""Pieces as numbers: dice by what they show, then the Master; 8 more for White's. 0 is an empty square."""
WHITE = 8


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term counts, in hundredths of a die."""

    masters: tuple[int, int, int] = (0, 1500, 2300)
    """Masters on the board: with none, one and two. The last one is the game."""
    die: int = 100
    """A die."""
    mobility: int = 7
    """For each die, a way that stays on the board: a 6 in a corner has few."""
    advance: int = 6
    """A rank of a die towards the enemy."""
    risk: int = 97
    """An enemy die that would take a Master of the side to move if it were the enemy's turn."""
    sight: int = 26
    """An enemy die in free line with a Master, so that it has only to be turned first."""
    closes_in: int = 12
    """For the side that is ahead, a piece within six squares of an enemy Master, again within four, and two."""
    shuts_in: int = 15
    """For the side that is ahead, what a square is worth to which no enemy Master can move."""
    trades: int = 15
    """For the side that is ahead, an enemy piece that is gone."""
    tempo: int = 17
    """Being the one to move."""


WEIGHTS = Weights()
AHEAD = 400
"""A side that is better by more drives towards the end of the game."""
PIECES = 18
"""Of each side at the start."""
ANALYSIS_NODES = 100_000
"""An analysis has to see two whole turns in nearly every position: of 84 of self-play the middle one took
23,000 nodes for them, 95 in a hundred no more than this, and the last one 196,000."""
_RANGE = tuple(
    BOARD.mask(met for ray in BOARD.rays(square, steps=ORTHOGONAL, length=len(FACES)) for met in ray)
    for square in range(120)
)
"""The squares from which some die could reach each square."""
_DISTANCE = {
    (square, met): distance
    for square in range(120)
    for ray in BOARD.rays(square, steps=ORTHOGONAL, length=len(FACES))
    for distance, met in enumerate(ray, 1)
}


_RINGS = tuple(
    tuple(
        BOARD.mask(
            other
            for other in range(120)
            if max(abs(other // 12 - square // 12), abs(other % 12 - square % 12)) <= distance
        )
        for distance in (6, 4, 2)
    )
    for square in range(120)
)
"""The squares at most so far from each square."""
_EXITS = tuple(tuple((1 << end, between) for _, between, end, *_ in WAYS["M"][square]) for square in range(120))


class Seen(Protocol):
    """What is looked at: whose turn it is, where each side stands and where its Masters do, the pieces by square, and
    the sum of what they are worth there."""

    side: int
    masks: list[int]
    masters: list[list[int]]
    board_of: list[int]
    score: int


class Evaluation:
    """Tables for one set of weights."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.masters, self.risk, self.sight = weights.masters, weights.risk, weights.sight
        self.tempo = weights.tempo
        self.drive = weights.closes_in, weights.shuts_in, weights.trades
        self.squares = [[0] * 120 for _ in range(16)]
        """What a piece is worth on a square, for Red; White's count less than nothing."""
        for face in range(1, 7):
            for square in range(120):
                ways = weights.mobility * len(WAYS[FACES[face - 1]][square])
                rank = square // 12
                self.squares[face][square] = weights.die + ways + weights.advance * rank
                self.squares[WHITE + face][square] = -(weights.die + ways + weights.advance * (9 - rank))

    def judge(self, tree: Seen) -> int:
        """What the side to move has more than the other."""
        side, masks, board = tree.side, tree.masks, tree.board_of
        occupied = masks[0] | masks[1]
        counts = tree.masters
        score = -tree.score if side else tree.score
        score += self.masters[len(counts[side])] - self.masters[len(counts[1 - side])] + self.tempo
        for owner, sign in ((side, -1), (1 - side, 1)):
            enemies = masks[1 - owner]
            first = WHITE * (1 - owner)
            for master in counts[owner]:
                near = _RANGE[master] & enemies
                while near:
                    bit = near & -near
                    near ^= bit
                    square = bit.bit_length() - 1
                    face = board[square] - first
                    if face != MASTER and not BOARD.between[master, square] & occupied:
                        hits = sign < 0 and face == _DISTANCE[master, square]
                        score += sign * (self.risk if hits else self.sight)
        if score > AHEAD:
            return score + self._drive(tree, side)
        return score - self._drive(tree, 1 - side) if score < -AHEAD else score

    def _drive(self, tree: Seen, side: int) -> int:
        """What a side that is ahead has for coming nearer to the end."""
        closes_in, shuts_in, trades = self.drive
        own, foe = tree.masks[side], tree.masks[1 - side]
        occupied = own | foe
        score = trades * (PIECES - foe.bit_count())
        for master in tree.masters[1 - side]:
            for ring in _RINGS[master]:
                score += closes_in * (own & ring).bit_count()
            for end, between in _EXITS[master]:
                if not (end | between) & occupied:
                    score -= shuts_in
        return score
