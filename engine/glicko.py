"""Ratings by Glicko-2, with time in fractions of a week and one game at a time.

The source is Mark Glickman, “Example of the Glicko-2 system”, whose steps are named below. What differs: wherever the
paper counts one rating period, `weeks` counts, a number that need not be whole, so that the deviation grows with time
alone and shrinks with games alone; and what comes out is kept within bounds. With one week it is the paper.

Ratings and deviations are on the scale that players see (1500 is where everybody starts), volatility is on that of the
paper. Times are in weeks; a score is 1 for a win, 0.5 for a draw and 0 for a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, floor, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Points for a unit of the paper's scale."""
TAU = 0.5
"""How strongly the volatility follows surprising results."""
LOWEST, HIGHEST = 400.0, 4000.0
"""Bounds of a rating."""
SUREST, VAGUEST = 45.0, 350.0
"""Bounds of a deviation."""
STEADIEST, WILDEST = 0.03, 0.10
"""Bounds of a volatility."""
ESTABLISHED = 110.0
"""Up to this deviation a rating is established; above it, it is provisional."""
PRECISE = 1e-12
MOST_STEPS = 50


class Rating(NamedTuple):
    """How strong somebody is held to be, and how sure that is."""

    rating: float
    deviation: float
    volatility: float


class Result(NamedTuple):
    """A game: the opponent's rating and deviation as they were when it ended, and the score."""

    rating: float
    deviation: float
    score: float


START = Rating(1500.0, VAGUEST, 0.06)
"""That of somebody who has not played yet."""


def age(rating: Rating, weeks: float) -> float:
    """The deviation after so many weeks without a game (step 6)."""
    return min(VAGUEST, sqrt(rating.deviation**2 + weeks * (SCALE * rating.volatility) ** 2))


def weeks_established(rating: Rating) -> float:
    """How long from the last game on a rating stays established if nothing is played; below 0 if it is not."""
    return float((ESTABLISHED**2 - rating.deviation**2) / (SCALE * rating.volatility) ** 2)


def rate(own: Rating, results: Sequence[Result], weeks: float = 0.0) -> Rating:
    """The rating after these games, `weeks` after the one that gave `own`, whose deviation has not been aged.

    At least one game; `weeks` below 0 count as none.
    """
    phi = own.deviation / SCALE
    weeks = min(max(weeks, 0.0), _weeks_to_vaguest(own))
    precision, lead = 0.0, 0.0
    for result in results:  # steps 3 and 4
        weight = weigh(result.deviation)
        expected = 1.0 / (1.0 + exp(-weight * (own.rating - result.rating) / SCALE))
        precision += weight * weight * expected * (1.0 - expected)
        lead += weight * (result.score - expected)
    variance = 1.0 / precision
    volatility = _find_volatility(own.volatility, phi=phi, variance=variance, delta=variance * lead, weeks=weeks)
    aged = min(phi * phi + weeks * volatility * volatility, (VAGUEST / SCALE) ** 2)  # step 6
    shrunk = 1.0 / (1.0 / aged + precision)  # step 7
    return Rating(
        min(HIGHEST, max(LOWEST, own.rating + SCALE * shrunk * lead)),
        min(VAGUEST, max(SUREST, SCALE * sqrt(shrunk))),
        min(WILDEST, max(STEADIEST, volatility)),
    )


def weigh(deviation: float) -> float:
    """How much a result counts against an opponent whose rating is that sure: g of step 3."""
    phi = deviation / SCALE
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))


def expect(rating: float, opponent: float, deviation: float) -> float:
    """The score to be expected against an opponent whose rating is that sure (step 3)."""
    return 1.0 / (1.0 + exp(-weigh(deviation) * (rating - opponent) / SCALE))


def show(rating: float) -> int:
    """A rating as it is shown: rounded, halves up."""
    return floor(rating + 0.5)


def _weeks_to_vaguest(own: Rating) -> float:
    """How long the deviation grows until it is as large as it may be: time beyond that adds nothing."""
    return float((VAGUEST**2 - own.deviation**2) / (SCALE * own.volatility) ** 2)


def _find_volatility(sigma: float, *, phi: float, variance: float, delta: float, weeks: float) -> float:
    """The volatility after the games (step 5), by Newton's method instead of the paper's search between two bounds.

    What is searched is the zero of a function that falls nearly as steeply as a straight line does, and so few steps
    are needed. Each keeps to the bracket in which the zero must lie, and halves it where it would leave it.
    """
    if weeks <= 0.0:
        return sigma
    start = log(sigma * sigma)
    known, surprise = phi * phi + variance, delta * delta
    low, high = start - 20.0, start + 20.0
    x = start
    for _ in range(MOST_STEPS):
        new = weeks * exp(x)
        total = known + new
        pull = new * (surprise - total) / (2.0 * total * total)
        value = pull - (x - start) / TAU**2
        if value > 0.0:
            low = x
        else:
            high = x
        slope = pull - new * new * (1.0 / (2.0 * total * total) + (surprise - total) / total**3) - 1.0 / TAU**2
        step = value / slope
        after = x - step
        if abs(step) < PRECISE:
            return exp(after / 2.0)
        x = after if low < after < high else (low + high) / 2.0
    return exp(x / 2.0)
