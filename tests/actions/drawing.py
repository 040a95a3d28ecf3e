"""What is drawn for an action: by Hypothesis for the stateful test, by lot for the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.contract import Side


@dataclass(frozen=True, eq=False)
class Drawn:
    """One of `options`."""

    options: Sequence[Any]
    strategy: st.SearchStrategy[Any]

    def draw(self, rng: Random) -> Any:
        return rng.choice(self.options)


@dataclass(frozen=True, eq=False)
class Several(Drawn):
    """So many of them at least and at most, of which with `unique` none comes twice."""

    least: int
    most: int
    unique: bool

    def draw(self, rng: Random) -> list[Any]:
        size = rng.randint(self.least, self.most)
        return rng.sample(self.options, size) if self.unique else rng.choices(self.options, k=size)


def one_of(options: Sequence[Any]) -> Drawn:
    return Drawn(options, st.sampled_from(options))


def number_from(least: int, most: int) -> Drawn:
    return Drawn(range(least, most + 1), st.integers(least, most))


def several(each: Drawn, *, min_size: int, max_size: int, unique: bool = False) -> Several:
    strategy = st.lists(each.strategy, min_size=min_size, max_size=max_size, unique=unique)
    return Several(each.options, strategy, min_size, max_size, unique)


whether = Drawn((False, True), st.booleans())
sides = one_of(list(Side))
players = one_of((0, 0, 0, 1, 1, 2))
"""The number of a player: most happens to one of them, and so meets. The simulator gives that of who has a day."""
pairs = one_of(((0, 1), (0, 1), (1, 0), (1, 0), *permutations(range(3), 2)))
"""Two of them; in the simulator who has a day comes first."""
which = Drawn(range(10_000), st.integers(0, 2))
"""Of games, reports and so on, of which there are few in the stateful test. An action divides by their
number, and takes what is left over."""
