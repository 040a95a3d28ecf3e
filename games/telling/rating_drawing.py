"""Ratings as drawings: the line of a player's games, and how the ratings of all are spread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

WIDTH, HEIGHT = 320, 96
STEP = 50
"""The lowest and the highest point of the drawing are multiples of this."""
GAP = 2
"""Between two bars."""


class Line(NamedTuple):
    """What a template draws in a box of `WIDTH` times `HEIGHT`; games go to the right, ratings up."""

    width: int
    height: int
    path: str
    low: int
    high: int
    since: datetime
    until: datetime


class Bar(NamedTuple):
    """The players within some points, as a template draws them."""

    x: float
    y: float
    width: float
    height: float
    low: int
    high: int
    number: int


class Bars(NamedTuple):
    """A drawing of bars, from low to high ratings."""

    width: int
    height: int
    bars: tuple[Bar, ...]
    ends: tuple[int, int]
    """The ratings at its two ends."""


def draw_line(points: Sequence[tuple[datetime, int]]) -> Line:
    """The ratings after each of these games, of which there are two at least."""
    ratings = [rating for _, rating in points]
    low = STEP * (min(ratings) // STEP)
    high = max(STEP * -(-max(ratings) // STEP), low + STEP)
    right, up = WIDTH / (len(ratings) - 1), HEIGHT / (high - low)
    path = "M" + "L".join(f"{right * at:.1f} {up * (high - rating):.1f}" for at, rating in enumerate(ratings))
    return Line(WIDTH, HEIGHT, path, low, high, points[0][0], points[-1][0])


def draw_bars(spread: Sequence[tuple[int, int]], *, step: int) -> Bars:
    """How many players are within each step, of which there is one at least."""
    most, wide = max(number for _, number in spread), WIDTH / len(spread)
    bars = tuple(
        Bar(
            round(wide * at + GAP / 2, 1),
            round(HEIGHT * (1 - number / most), 1),
            round(wide - GAP, 1),
            round(HEIGHT * number / most, 1),
            low,
            low + step - 1,
            number,
        )
        for at, (low, number) in enumerate(spread)
    )
    return Bars(WIDTH, HEIGHT, bars, (spread[0][0], spread[-1][0] + step))
