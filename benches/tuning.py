"""Tunes the weights of an evaluation by self-play: `python -m benches.tuning mastery centre advance exits`.

At each step all numbers of these fields are moved at random, each a little up or down; the weights so changed play
those changed the other way, a pair of games, and what came out moves every number the way of the winner (SPSA). Steps
grow smaller, and the weights printed are the mean over the second half of them. It comes by seed alone; they are put
into `_<game>_evaluation.py` by hand once a match of `benches.weights` has confirmed them, which `weights.md` keeps.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rich.progress import Progress

from benches.match import get, play_pairs
from benches.weights import make_player
from engine import registry

LEAST = 6
"""A number is moved by half of what it is, or by so much, in hundredths of the smallest piece."""
GAIN = 0.1
"""The share of that which one pair won by both games changes at first."""

Duel = Callable[[Any, Any, int], float]
"""Lets two sets of weights play, by a seed: 1 where the first wins all, -1 where the other does."""


def read(weights: Any, names: Sequence[str]) -> list[float]:
    """All numbers of these fields, one after the other."""
    values = [getattr(weights, name) for name in names]
    return [float(number) for value in values for number in (value if isinstance(value, tuple) else (value,))]


def write(weights: Any, names: Sequence[str], numbers: Sequence[float]) -> Any:
    """The weights with these numbers in these fields."""
    rest, changes = iter(map(round, numbers)), {}
    for name in names:
        value = getattr(weights, name)
        changes[name] = tuple(next(rest) for _ in value) if isinstance(value, tuple) else next(rest)
    return replace(weights, **changes)


def tune(weights: Any, names: Sequence[str], duel: Duel, *, steps: int, seed: int) -> Iterator[list[float]]:
    """The numbers after each step."""
    numbers, rng = read(weights, names), Random(seed)
    widths = [max(LEAST, abs(number) / 2) for number in numbers]
    for step in range(steps):
        signs = [rng.choice((-1, 1)) for _ in numbers]
        moved = [sign * width for sign, width in zip(signs, widths, strict=True)]
        up, down = (
            write(weights, names, [number + way * by for number, by in zip(numbers, moved, strict=True)])
            for way in (1, -1)
        )
        gain = GAIN / (1 + 4 * step / steps)
        won = duel(up, down, rng.getrandbits(40))
        numbers = [number + gain * won * by for number, by in zip(numbers, moved, strict=True)]
        yield numbers


def find_mean(met: Sequence[Sequence[float]]) -> list[float]:
    """Of each number, over the second half."""
    half = met[len(met) // 2 :]
    return [sum(column) / len(half) for column in zip(*half, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("fields", nargs="+")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=200, help="looked at for each turn")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ruleset = get(given.ruleset)
    weights = registry.find_module(ruleset.slug, "evaluation").WEIGHTS

    def duel(one: Any, other: Any, seed: int) -> float:
        players = [make_player(ruleset, nodes=given.nodes, weights=each) for each in (one, other)]
        (tally,) = play_pairs(ruleset, *players, seed=seed, pairs=1)
        return 2 * tally.score - 1

    met: list[list[float]] = []
    with Progress() as progress:
        bar, start = progress.add_task(given.ruleset, total=given.steps), time.monotonic()
        for numbers in tune(weights, given.fields, duel, steps=given.steps, seed=given.seed):
            met.append(numbers)
            progress.update(bar, advance=1)
            if len(met) % 25 == 0:
                tuned = write(weights, given.fields, find_mean(met))
                told = ",".join(f"{name}={getattr(tuned, name)}" for name in given.fields)
                print(f"{len(met)} steps, {time.monotonic() - start:.0f} s: {told}", flush=True)


if __name__ == "__main__":
    main()
