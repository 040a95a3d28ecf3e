"""The curve of what a score is worth, as it is drawn and as a table: how games went on from it, and what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from engine.search.chances import Curve, Figures

WIDTH, HEIGHT = 640, 240
STEPS = 64
"""The curve is drawn by so many straight pieces."""
PIECE = 100
"""The score of the smallest piece."""
TICKS = (1, 2, 5, 10, 20, 50, 100)
"""How many of the smallest pieces may be between two figures below the curve."""
MOST_TICKS = 4
"""The most figures on either side of the middle."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was seen at scores of about one size, in percent of the games, and what the curve says there."""

    ahead: str
    """The lead of the first side in smallest pieces, with its sign."""
    won: int
    drawn: int
    lost: int
    curve: tuple[int, int, int]
    games: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a template draws in a box of `WIDTH` times `HEIGHT`: areas as points of polygons, from the bottom wins, then
    draws; what was seen as points of the edges of these; and figures below, as far apart from one edge to the other."""

    width: int
    height: int
    wins: str
    draws: str
    seen: tuple[tuple[str, str, str], ...]
    """For each point: its x, and the heights of wins and of wins with draws."""
    even: str
    """The lines through the middle, at a score of 0 and at half of the games."""
    ticks: tuple[str, ...]


def draw_curve(figures: Figures) -> Drawing:
    """Scores of the first side go to the right, the share of games goes up."""
    step = find_step(figures)
    most = step * ceil(find_farthest(figures) / step)
    reach = PIECE * most
    scores = [reach * (2 * part / STEPS - 1) for part in range(STEPS + 1)]
    told = [(place(score, reach), figures.curve.read(score)) for score in scores]
    wins = [(x, raise_to(each.win)) for x, each in told]
    both = [(x, raise_to(each.win + each.draw)) for x, each in told]
    return Drawing(
        width=WIDTH,
        height=HEIGHT,
        wins=join([(0, HEIGHT), *wins, (WIDTH, HEIGHT)]),
        draws=join([*wins, *reversed(both)]),
        seen=tuple(
            (f"{place(each.score, reach):.1f}", f"{raise_to(each.won):.1f}", f"{raise_to(each.won + each.drawn):.1f}")
            for each in figures.points
        ),
        even=f"M{WIDTH / 2:.0f} 0V{HEIGHT}M0 {HEIGHT / 2:.0f}H{WIDTH}",
        ticks=tuple(sign(each) for each in range(-most, most + 1, step)),
    )


def find_farthest(figures: Figures) -> float:
    """Returns the largest lead of any side in smallest pieces, at least 1."""
    return max(1.0, *(abs(each.score) / PIECE for each in figures.points))


def find_step(figures: Figures) -> int:
    """How many of the smallest pieces are between two figures."""
    farthest = find_farthest(figures)
    return next((step for step in TICKS if farthest <= MOST_TICKS * step), TICKS[-1])


def place(score: float, reach: int) -> float:
    return WIDTH * (score + reach) / (2 * reach)


def raise_to(share: float) -> float:
    return HEIGHT * (1 - share)


def join(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def sign(number: float, *, form: str = "+.0f") -> str:
    return "0" if not number else format(number, form).replace("-", "\N{MINUS SIGN}")


def list_rows(figures: Figures) -> list[Row]:
    """From low to high scores."""
    return [
        Row(
            ahead=sign(each.score / PIECE, form="+.1f"),
            won=round(100 * each.won),
            drawn=round(100 * each.drawn),
            lost=round(100 * each.lost),
            curve=tell(figures.curve, score=each.score),
            games=round(each.n),
        )
        for each in figures.points
    ]


def tell(curve: Curve, *, score: int) -> tuple[int, int, int]:
    chances = curve.read(score)
    return round(100 * chances.win), round(100 * chances.draw), round(100 * chances.loss)
