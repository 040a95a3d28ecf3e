"""What a score is worth: how likely a position is won, drawn and lost, as games of the computer against itself ended.

`chances.json` in the folder of a game has the figures, which `python -m benches.chances <game> --write` measures.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from engine import registry
from engine.contract import Ruleset
from engine.search.settings import WON


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely the first side wins, draws and loses, each from 0 to 1, together 1."""

    win: float
    draw: float
    loss: float

    @property
    def share(self) -> float:
        """Of the point that it can expect, a draw counting half."""
        return self.win + self.draw / 2


@dataclass(frozen=True, slots=True)
class Curve:
    """How chances follow from a score, as Stockfish tells them (`win_rate_model` of its `uci.cpp`).

    At a score of `centre` for a side it wins every other game; the larger `width`, the less a score says. Both are in
    hundredths of the smallest piece and above 0.
    """

    centre: float
    width: float

    def read(self, score: float) -> Chances:
        """The chances at a score for the first side, in hundredths of the smallest piece."""
        win, loss = (_rise((each - self.centre) / self.width) for each in (score, -score))
        return Chances(win, 1 - win - loss, loss)


COMMON = Curve(centre=250, width=250)
"""For a game that was not measured."""


def _rise(x: float) -> float:
    """The logistic function, also where its argument is far from 0."""
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@dataclass(frozen=True, slots=True)
class Point:
    """Scores of about one size that were seen, and how their games ended, as shares from 0 to 1."""

    score: int
    """For the first side, in hundredths of the smallest piece: the mean of them."""
    won: float
    drawn: float
    lost: float
    n: float
    """Their weight, in games: each game has one vote for all of its scores."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of a game: the curve, by how many games of the computer against itself, and what was seen."""

    curve: Curve
    games: int
    broken_off: int
    """Games that were too long and are not among the others."""
    nodes: int
    """Steps looked at for each turn."""
    measured_on: date
    points: tuple[Point, ...]
    """From low to high scores."""


def read_figures(ruleset: Ruleset) -> Figures | None:
    """What was measured of a game; None where nothing was."""
    path = registry.find_file(ruleset.slug, "chances.json")
    return None if path is None else _read(path)


@cache
def _read(path: Path) -> Figures:
    told = json.loads(path.read_text())
    return Figures(
        Curve(told["centre"], told["width"]),
        told["games"],
        told["broken_off"],
        told["nodes"],
        date.fromisoformat(told["date"]),
        tuple(Point(**each) for each in told["points"]),
    )


def read_curve(ruleset: Ruleset) -> Curve:
    """The curve that was measured of a game, else `COMMON`."""
    found = read_figures(ruleset)
    return found.curve if found else COMMON


def measure_chances(score: int, *, ruleset: Ruleset) -> Chances:
    """The first side's chances at a score; sure where a win was found."""
    if abs(score) > WON:
        return Chances(1.0, 0.0, 0.0) if score > 0 else Chances(0.0, 0.0, 1.0)
    return read_curve(ruleset).read(score)


def measure_chance(score: int, *, ruleset: Ruleset) -> float:
    """What share of the point the first side can expect at a score, from 0 to 1, a draw counting half: 1 where a win
    was found."""
    return measure_chances(score, ruleset=ruleset).share
