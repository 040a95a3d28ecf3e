"""A worked example of a rating: each step of the page about ratings, to be recomputed by hand.

The steps are Glickman's for one game, with the numbers of the example; what comes out is that of `engine.glicko`.
"""

from __future__ import annotations

from datetime import timedelta
from math import exp, pi, sqrt
from typing import NamedTuple

from engine import glicko
from games.models.rating import WEEK

OWN = glicko.Rating(1500.0, 60.0, 0.06)
OWN_LAST = timedelta(days=24)
"""So long ago was the last game that counts."""
OTHER = glicko.Rating(1700.0, 80.0, 0.06)
OTHER_LAST = timedelta(days=14)


class Example(NamedTuple):
    """A player who beats a stronger one, step by step; Greek letters are on the scale of the paper."""

    own: glicko.Rating
    own_days: int
    other: glicko.Rating
    other_days: int
    weeks: float
    """Since the player's own last game that counts."""
    other_weeks: float
    aged: float
    """The opponent's deviation when the game ends."""
    phi: float
    other_phi: float
    weight: float
    """How much the result counts, as sure as the opponent's rating is: g."""
    expected: float
    variance: float
    lead: float
    """Δ."""
    volatility: float
    aged_phi: float
    new_phi: float
    after: glicko.Rating
    drawn: glicko.Rating
    lost: glicko.Rating


def work_out() -> Example:
    """The example of the page."""
    weeks, other_weeks = OWN_LAST / WEEK, OTHER_LAST / WEEK
    aged = glicko.age(OTHER, other_weeks)
    won, drawn, lost = (
        glicko.rate(OWN, [glicko.Result(OTHER.rating, aged, score)], weeks) for score in (1.0, 0.5, 0.0)
    )
    phi, other_phi = OWN.deviation / glicko.SCALE, aged / glicko.SCALE
    weight = 1 / sqrt(1 + 3 * other_phi**2 / pi**2)
    expected = 1 / (1 + exp(-weight * (OWN.rating - OTHER.rating) / glicko.SCALE))
    variance = 1 / (weight**2 * expected * (1 - expected))
    aged_phi = sqrt(phi**2 + weeks * won.volatility**2)
    return Example(
        OWN,
        OWN_LAST.days,
        OTHER,
        OTHER_LAST.days,
        weeks,
        other_weeks,
        aged,
        phi,
        other_phi,
        weight,
        expected,
        variance,
        variance * weight * (1 - expected),
        won.volatility,
        aged_phi,
        1 / sqrt(1 / aged_phi**2 + 1 / variance),
        won,
        drawn,
        lost,
    )


def count_days_established(rating: float, deviation: float) -> int:
    """After how many whole days without a game such a rating is provisional, at the volatility of the start."""
    value = glicko.Rating(rating, deviation, glicko.START.volatility)
    return int(glicko.weeks_established(value) * WEEK / timedelta(days=1))
