"""Plays two players against each other in pairs of games: one opening drawn by seed, once with each on either side.

A pair has five results, from both lost to both won. Counting pairs and not games takes out what the opening does, as
fishtest does it (a pentanomial test), and decides sooner.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine import registry
from engine.contract import Position, Ruleset
from engine.tree import Tree

LONGEST = 300
"""A game that comes to this ply is a draw, and so is a position that is there for the third time."""
OPENING = (4, 7)
"""Random turns at the beginning, fewest and most."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays: on a tree of their own, which `sit` makes of the first position."""

    sit: Callable[[Position], Tree]
    turn: Callable[[Tree, Sequence[Hashable], int], Sequence[int] | None]
    """Gives the steps of a turn, from the tree, the boards of the game before it and a seed; None resigns. It leaves
    the tree as it was."""


Pair = Sequence[tuple[int, int]]
"""Of one's game as the first to move and of that as the second: its points, in halves, and how many plies it had."""


@dataclass
class Tally:
    """What came out so far. `pairs` counts pairs by their points, in halves: 0 is both lost, 4 both won."""

    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    first: int = 0
    """Games won by the side that moves first."""
    plies: list[int] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """Of the share of a pair."""
        number = sum(self.pairs)
        mean = sum(points * count for points, count in enumerate(self.pairs)) / 4 / number
        spread = sum(count * (points / 4 - mean) ** 2 for points, count in enumerate(self.pairs)) / number
        return max(spread, 0.25 / number)

    @property
    def margin(self) -> float:
        """Half the width of the interval that holds the share with 95 %."""
        return 1.96 * math.sqrt(self.variance / max(1, sum(self.pairs)))

    def count(self, pair: Pair) -> None:
        for side, (points, plies) in enumerate(pair):
            self.wins += points == 2
            self.draws += points == 1
            self.losses += points == 0
            self.first += points == (2 if side == 0 else 0)
            self.plies.append(plies)
        self.pairs[sum(points for points, _ in pair)] += 1

    def weigh(self, low: float, high: float) -> float:
        """The logarithm of how much likelier a share of `high` makes these results than one of `low`."""
        if not self.games:
            return 0.0
        return sum(self.pairs) * (high - low) * (2 * self.score - low - high) / (2 * self.variance)

    def describe(self) -> str:
        low, high = to_elo(self.score - self.margin), to_elo(self.score + self.margin)
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.score:.0f} % ± {100 * self.margin:.0f}, "
            f"Elo {to_elo(self.score):+.0f} ({low:+.0f} to {high:+.0f})"
        )


def to_elo(share: float) -> float:
    """Elo from a share of the points, within ±800."""
    share = min(max(share, 0.01), 0.99)
    return -400 * math.log10(1 / share - 1)


def to_share(elo: float) -> float:
    """The share of the points that so much Elo is."""
    return 1 / (1 + 10 ** (-elo / 400))


def play_pairs(
    ruleset: Ruleset,
    one: Player,
    other: Player,
    *,
    seed: int,
    pairs: int,
    workers: int = 1,
    kept: Path | None = None,
    **options: str,
) -> Iterator[Tally]:
    """The tally after each pair; `one` is whose wins are counted.

    So many workers play pairs beside each other. What was played is kept in a file, a line a pair, so that a match of
    hours can be stopped and go on: what the file holds is not played again.
    """
    known = dict(json.loads(line) for line in kept.read_text().splitlines()) if kept and kept.exists() else {}

    def play_pair(number: int) -> Pair:
        if number in known:
            return known[number]
        opening = draw_opening(ruleset, Random(f"{seed} {number}"), **options)
        pair = [play(opening, one, other, side=side, seed=seed + number) for side in (0, 1)]
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps([number, pair]) + "\n")
        return pair

    tally = Tally()
    for pair in spread(play_pair, range(pairs), workers=workers):
        tally.count(pair)
        yield tally


WORK: list[Callable[[int], Pair]] = []


def spread(work: Callable[[int], Pair], numbers: Iterable[int], *, workers: int) -> Iterator[Pair]:
    """What the work returns for each number, in the order of the numbers. More than one worker means that many
    processes, forked from this one."""
    if workers == 1:
        yield from map(work, numbers)
        return
    with multiprocessing.get_context("fork").Pool(workers, initializer=take, initargs=[work]) as pool:
        yield from pool.imap(do, numbers)


def take(work: Callable[[int], Pair]) -> None:
    """Keeps in a worker what it does: a pool can send it numbers, but no function made within another."""
    WORK[:] = [work]


def do(number: int) -> Pair:
    return WORK[0](number)


class OutOfTime(Exception):
    """A match has come to the end of its time; the pair it was at counts for nothing."""


def end_at(player: Player, until: float, *, clock: Callable[[], float] = time.monotonic) -> Player:
    """The player, who from this instant of the clock on raises OutOfTime instead of playing."""

    def turn(tree: Tree, past: Sequence[Hashable], seed: int) -> Sequence[int] | None:
        if clock() >= until:
            raise OutOfTime
        return player.turn(tree, past, seed)

    return Player(player.sit, turn)


def draw_opening(ruleset: Ruleset, rng: Random, **options: str) -> list[Position]:
    """The positions of a random opening in which nothing was taken, if it can be."""
    met = [ruleset.start(**options)]
    for _ in range(rng.randint(*OPENING)):
        moves = met[-1].legal_moves()
        quiet = [move for move in moves if ruleset.is_quiet(move)]
        met.append(met[-1].play(rng.choice(quiet or list(moves))))
    return met


def play(opening: Sequence[Position], one: Player, other: Player, *, side: int, seed: int) -> tuple[int, int]:
    """The points of `one`, in halves, where it plays this side; and how many plies the game had.

    It is played on trees alone, one for each, for the rules would take half of the time.
    """
    sits = (one, other)
    past = [one.sit(before).board() for before in opening[:-1]]
    times = Counter(past)
    trees = [player.sit(opening[-1]) for player in sits]
    tree = trees[0]
    while True:
        ended = tree.ended()
        if ended is not None:
            winner = None if ended == 0 else tree.side if ended > 0 else 1 - tree.side
            return (1 if winner is None else 2 if winner == side else 0), len(past)
        board = tree.board()
        times[board] += 1
        if times[board] >= 3 or len(past) >= LONGEST:
            return 1, len(past)
        mover = 0 if tree.side == side else 1
        steps = sits[mover].turn(trees[mover], past, seed)
        if not steps:
            return 2 * mover, len(past)
        past.append(board)
        for each in trees:
            for step in steps:
                each.make(step)
            each.forget()


def get(slug: str) -> Ruleset:
    return registry.get(slug)
