"""How good a position of Masters is, by looking at it alone: a scout is worth 100."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.games.masters.field import LINES
from engine.games.masters.movement import CARDINAL, KINDS, PUPPETEER


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term counts, in hundredths of a scout."""

    leaders: tuple[int, int, int, int] = (0, 900, 1500, 1900)
    """Leaders neither captured nor held: with none, one, two and three of them. The last one is the game."""
    puppeteer: int = 392
    """The puppeteer beside being a leader: without it a side claims nothing."""
    cardinal: int = 315
    """A cardinal, which also shields what stands around it."""
    sentinel: int = 341
    """A sentinel."""
    archer: int = 262
    """An archer."""
    horseman: int = 227
    """A horseman."""
    dragon: int = 1178
    """A dragon."""
    scout: int = 100
    """A scout."""
    advance: int = 6
    """A rank of a scout towards its promotion."""
    centre: int = 6
    """A step of any other piece but the leaders towards the middle of the board."""
    held: int = 62
    """Hundredths of what a held piece is worth that its holder gains, while the hold lasts."""
    inherits: int = 40
    """Hundredths of what a kind is worth that a witch who moves like it is worth more."""
    seen: int = 9
    """An enemy piece that the puppeteer could claim."""
    seen_leader: int = 62
    """An enemy leader that it could claim."""
    closes_in: int = 8
    """For the side that is ahead, a piece within six squares of an enemy leader, again within four, and two."""
    trades: int = 15
    """For the side that is ahead, an enemy piece that is gone."""
    tempo: int = 15
    """Being the one to move."""

    @property
    def kinds(self) -> tuple[int, ...]:
        """What a piece of each kind is worth, in the order of `KINDS`; leaders are counted apart."""
        return (
            0,
            self.puppeteer,
            0,
            self.cardinal,
            self.sentinel,
            self.archer,
            self.horseman,
            self.dragon,
            self.scout,
        )


WEIGHTS = Weights()
AHEAD = 500
"""A side that is better by more drives towards the end of the game."""
PIECES = 20
"""Of each side at the start."""
_RINGS = tuple(
    tuple(
        sum(
            1 << other
            for other in range(120)
            if max(abs(other // 10 - square // 10), abs(other % 10 - square % 10)) <= distance
        )
        for distance in (6, 4, 2)
    )
    for square in range(120)
)
"""The squares at most so far from each square."""
GENERAL_MOVES = 200
"""What moving like a general or puppeteer is worth for a witch, as if it were a piece."""


class Seen(Protocol):
    """What is looked at: whose turn it is, where each side stands and what it holds, the kinds by square, the movesets
    of the witches, and the sum of what all pieces are worth where they stand."""

    side: int
    armies: list[list[int]]
    masks: list[int]
    holds: tuple[int, int]
    movesets: tuple[int, int]
    kinds: list[int]
    aura: int
    score: int


class Evaluation:
    """Tables for one set of weights."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.leaders, self.tempo = weights.leaders, weights.tempo
        self.closes_in, self.trades = weights.closes_in, weights.trades
        self.seen, self.seen_leader = weights.seen, weights.seen_leader
        kinds = weights.kinds
        self.held = tuple(worth * weights.held // 100 for worth in kinds)
        moves = (GENERAL_MOVES, GENERAL_MOVES, 0, *kinds[CARDINAL:])
        self.inherits = (0, *(worth * weights.inherits // 100 for worth in moves))
        """By kind, one higher, so that 0 is no moveset."""
        self.squares: tuple[list[list[int]], list[list[int]]] = ([], [])
        """What a piece is worth on a square, by side and kind, as Ember sees it: Frost's count less than nothing."""
        for kind, worth in zip(KINDS, kinds, strict=True):
            row = []
            for square in range(120):
                rank, file = divmod(square, 10)
                middle = 8 - int(abs(file - 4.5)) - int(abs(rank - 5.5))
                row.append(
                    worth + (weights.advance * rank if kind == "T" else 0 if kind in "GPW" else weights.centre * middle)
                )
            self.squares[0].append(row)
            self.squares[1].append([-row[(11 - square // 10) * 10 + square % 10] for square in range(120)])

    def judge(self, tree: Seen) -> int:
        """What the side to move has more than the other."""
        side = tree.side
        score = (-tree.score if side else tree.score) + self.tempo
        score += self._judge_side(tree, side) - self._judge_side(tree, 1 - side)
        if score > AHEAD:
            return score + self._drive(tree, side)
        return score - self._drive(tree, 1 - side) if score < -AHEAD else score

    def _drive(self, tree: Seen, side: int) -> int:
        """What a side that is ahead has for coming nearer to the end."""
        own, foe, captive = tree.masks[side], tree.masks[1 - side], tree.holds[side]
        score = self.trades * (PIECES - foe.bit_count())
        for leader in tree.armies[1 - side][:CARDINAL]:
            if leader and leader != captive:
                for ring in _RINGS[leader.bit_length() - 1]:
                    score += self.closes_in * (own & ring).bit_count()
        return score

    def _judge_side(self, tree: Seen, side: int) -> int:
        """Leaders, hold, moveset and what the puppeteer sees."""
        army, theirs = tree.armies[side], tree.armies[1 - side]
        hold, captive = tree.holds[side], tree.holds[1 - side]
        free = 0
        for leader in army[:CARDINAL]:
            if leader and leader != captive:
                free += 1
        score = self.leaders[free] + self.inherits[tree.movesets[side]]
        if hold:
            score += self.held[tree.kinds[hold.bit_length() - 1]]
        post = army[PUPPETEER]
        if post and post != captive:
            (rank, along), (file, across) = LINES[post]
            occupied = tree.masks[0] | tree.masks[1]
            seen = (along[occupied & rank][0] | across[occupied & file][0]) & tree.masks[1 - side] & ~tree.aura & ~hold
            if seen:
                leaders = seen & (theirs[0] | theirs[1] | theirs[2])
                score += self.seen * seen.bit_count() + (self.seen_leader if leaders else 0)
        return score
