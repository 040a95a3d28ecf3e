"""Glicko-2 once more, of one game at a time: from Mark Glickman's paper and the rules of ratings of this site alone.

The steps are those of “Example of the Glicko-2 system”. `weeks` stands wherever the paper has one period.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import NamedTuple

POINTS, TAU = 173.7178, 0.5
SMALLEST, LARGEST = 45.0, 350.0
PROVISIONAL = 110.0
"""A rating whose deviation is larger is provisional."""
HALVINGS = 60


class Rating(NamedTuple):
    """A rating, its deviation and its volatility."""

    r: float
    rd: float
    sigma: float


START = Rating(1500.0, LARGEST, 0.06)


def age(rating: Rating, weeks: float) -> float:
    """The deviation after so many weeks without a game."""
    return min(LARGEST, sqrt(rating.rd**2 + weeks * (POINTS * rating.sigma) ** 2))


def weeks_left(rating: Rating, deviation: float) -> float:
    """After how many weeks the deviation has come to this one; below 0 where it is larger already."""
    return (deviation**2 - rating.rd**2) / (POINTS * rating.sigma) ** 2


def rate(own: Rating, *, opponent: tuple[float, float], score: float, weeks: float) -> Rating:
    """The rating after a game against somebody of this rating and deviation, `weeks` after the game before."""
    weeks = min(weeks, weeks_left(own, LARGEST))
    mu, phi = (own.r - 1500) / POINTS, own.rd / POINTS
    mu_j, phi_j = (opponent[0] - 1500) / POINTS, opponent[1] / POINTS
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    e = 1 / (1 + exp(-g * (mu - mu_j)))
    v = 1 / (g**2 * e * (1 - e))
    delta = v * g * (score - e)
    sigma = search_volatility(own.sigma, phi=phi, v=v, delta=delta, weeks=weeks)
    phi_star = min(sqrt(phi**2 + weeks * sigma**2), LARGEST / POINTS)
    after = 1 / sqrt(1 / phi_star**2 + 1 / v)
    mu += after**2 * g * (score - e)
    return Rating(
        max(400.0, min(4000.0, 1500 + POINTS * mu)),
        max(SMALLEST, min(LARGEST, POINTS * after)),
        max(0.03, min(0.10, sigma)),
    )


def search_volatility(sigma: float, *, phi: float, v: float, delta: float, weeks: float) -> float:
    """Step 5, by halving the bracket of the paper."""
    if weeks <= 0:
        return sigma
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = weeks * exp(x)
        total = phi**2 + v + grown
        return grown * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    low = high = a
    if delta**2 > phi**2 + v:
        high = max(a, log((delta**2 - phi**2 - v) / weeks))
    while f(low) < 0:
        low -= TAU
    while f(high) > 0:
        high += TAU
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return exp(low / 2)
