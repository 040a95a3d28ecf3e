"""Which turns of a finished game are marked: those after which their player's chances had fallen by much.

Each position is looked at once. Where the chances then seem to have changed at a turn, the positions before and after
it are looked at again with `DEEPER` times as many steps, and by this second look a turn is marked or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.contract import Side

DEEPER = 10
"""So many times the steps of the first look has the second."""
SUSPECT = 0.07
"""A turn at which the chances seem to have changed by so much is looked at again."""
MISTAKE, BLUNDER = 0.1, 0.2
"""A turn is marked that cost so much of the share of the point that its player could expect."""
SLIP, SUSPECT_SLIP = 0.4, 0.3
"""A turn that cost its player less, but at least so large a part of what was left, is a slip: whoever learns wants to
know of a piece given away in a lost game, too. With `SUSPECT_SLIP` by the first look it is looked at again."""
LEAST_LEFT = 0.005
"""A player who has less than that left can make no slip: it would be told as a fall from 0 % to 0 %."""
MOST_SWINGS = 20
"""At most so many turns of a game are marked, those that cost most."""
MOST_AGAIN = 2 * MOST_SWINGS
"""At most so many positions of a game are looked at again, so that no game takes a worker for long."""

Turns = Sequence[tuple[Side, str]]
"""All turns of a game: who played them, and their text."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The score of a position of a game, and the best turn there."""

    ply: int
    score: int
    """For the first side, in hundredths of the smallest piece."""
    chance: float
    """The share of the point that the first side can expect, from 0 (loses) to 1 (wins)."""
    best: str
    """Empty where none is known."""
    settled: bool = True
    """Whether turns beside it may be marked by this score: no second look is to come, or it is done."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn that cost its player a good part of their chances: a blunder, a mistake or a slip."""

    ply: int
    """The number of the turn: the first one of a game is 1."""
    side: Side
    text: str
    before: float
    """What the mover could expect with the best turn, from 0 to 1; `after` is what remained after the turn played."""
    after: float
    better: str
    """The best turn instead."""

    @property
    def cost(self) -> float:
        return self.before - self.after

    @property
    def kind(self) -> str:
        """`blunder`, `mistake` or `slip`; empty for a turn that is none of them."""
        if self.cost >= MISTAKE:
            return "blunder" if self.cost >= BLUNDER else "mistake"
        return "slip" if self.before >= LEAST_LEFT and self.cost >= SLIP * self.before else ""

    @property
    def before_ply(self) -> int:
        """The ply of the position from which it was played."""
        return self.ply - 1


def find_suspects(turns: Turns, chances: Sequence[float]) -> list[int]:
    """The plies of the positions to look at again, in their order, by the first side's chances in each position as the
    first look has them. They are those around each suspect turn, the largest changes first.

    Where chances have risen at a turn for its own player, the position before it was misjudged, so the turn that led
    there is suspect, too.
    """
    found: set[int] = set()
    for fall, left, ply in sorted(list_falls(turns, chances), key=lambda each: -abs(each[0])):
        is_slip = left >= LEAST_LEFT and fall >= SUSPECT_SLIP * left
        if abs(fall) < SUSPECT and not is_slip:
            continue
        around = {ply - 1, ply, *([ply - 2] if fall < 0 and ply > 1 else [])}
        if len(found | around) <= MOST_AGAIN:
            found |= around
    return sorted(found)


def list_falls(turns: Turns, chances: Sequence[float]) -> Iterator[tuple[float, float, int]]:
    """How much each turn seems to have cost its player, what they could expect before it, and its number."""
    for ply, pair in enumerate(pairwise(chances), 1):
        side, _ = turns[ply - 1]
        before, after = pair if side is Side.FIRST else (1 - pair[0], 1 - pair[1])
        yield before - after, before, ply


def find_swings(turns: Turns, judged: Sequence[Judged]) -> list[Swing]:
    """The turns that cost most, in the order in which they were played. A turn that was the best one never did."""
    found = []
    for one, other in pairwise(judged):
        side, text = turns[one.ply]
        before, after = (each.chance if side is Side.FIRST else 1 - each.chance for each in (one, other))
        swing = Swing(other.ply, side, text, before, after, one.best)
        if one.settled and other.settled and swing.kind and one.best not in ("", text):
            found.append(swing)
    dearest = sorted(found, key=lambda swing: -swing.cost)[:MOST_SWINGS]
    return sorted(dearest, key=lambda swing: swing.ply)
