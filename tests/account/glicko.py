"""Ratings of this site once more, of one game at a time: the reference, which knows the paper alone, with bounds
and ageing as the rules of ratings add them."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tests.games.engine import glicko_reference

POINTS = 173.7178
SMALLEST, LARGEST = 45.0, 350.0
PROVISIONAL = 110.0
"""A rating whose deviation is larger is provisional."""


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
    r, rd, sigma = glicko_reference.rate(glicko_reference.Player(*own), [(*opponent, score)], max(weeks, 0.0))
    return Rating(max(400.0, min(4000.0, r)), max(SMALLEST, min(LARGEST, rd)), max(0.03, min(0.10, sigma)))
