"""How strong somebody is whose own strength does not change, such as a computer's level: by its results against players
whose ratings are known.

It is the rating that best explains those results, by the expected score of `engine.glicko`. As such a player rates
nobody and does not change, it also tells whether the ratings of the others keep their meaning over the years.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from engine import glicko

OF_EACH = 10
"""At most so many games of a person count, the latest ones: nobody alone tells how strong a level is."""
FEWEST_GAMES, FEWEST_PEOPLE = 20, 5
"""With fewer nothing is said."""
FEWEST_TURNS = 10
"""A game of fewer, by both sides together, tells nothing."""
DRAW = glicko.Result(glicko.START.rating, glicko.START.deviation, 0.5)
"""It is added to the results, so that somebody who has won or lost them all has a rating, too."""
CERTAIN = 1.96
"""So many standard errors to either side hold the true value with 95 %."""
STEPS = 50
"""Of halving the range of ratings: far more than anybody sees."""


class Played(NamedTuple):
    """A game against somebody, whose rating and deviation are those of when it ended; the score is not theirs."""

    person: Hashable
    rating: float
    deviation: float
    score: float


class Strength(NamedTuple):
    """A rating; so much more or less holds the true one with 95 %; and how many games it was estimated from."""

    rating: float
    margin: float
    games: int


def estimate(played: Iterable[Played]) -> Strength | None:
    """The strength that best explains these games, the latest first; None where they are too few or of too few."""
    chosen = choose(played)
    if len(chosen) < FEWEST_GAMES or len({game.person for game in chosen}) < FEWEST_PEOPLE:
        return None
    results = [DRAW, *(glicko.Result(game.rating, game.deviation, game.score) for game in chosen)]
    low, high = glicko.LOWEST, glicko.HIGHEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _pull(middle, results) > 0.0:
            low = middle
        else:
            high = middle
    rating = (low + high) / 2
    return Strength(rating, CERTAIN / sqrt(_inform(rating, results)), len(chosen))


def choose(played: Iterable[Played]) -> list[Played]:
    """Of each person the first few of these."""
    seen: Counter[Hashable] = Counter()
    chosen = []
    for game in played:
        seen[game.person] += 1
        if seen[game.person] <= OF_EACH:
            chosen.append(game)
    return chosen


def _pull(rating: float, results: Sequence[glicko.Result]) -> float:
    """Above 0 where somebody of that rating would have scored less: the slope of the likelihood but for a factor."""
    return sum(
        glicko.weigh(result.deviation) * (result.score - glicko.expect(rating, result.rating, result.deviation))
        for result in results
    )


def _inform(rating: float, results: Sequence[glicko.Result]) -> float:
    """What the results tell of a rating, Fisher's information, for points as the unit."""
    told = 0.0
    for result in results:
        expected = glicko.expect(rating, result.rating, result.deviation)
        told += (glicko.weigh(result.deviation) / glicko.SCALE) ** 2 * expected * (1.0 - expected)
    return told
