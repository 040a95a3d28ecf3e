"""Tuning by self-play finds the weights that win, and keeps the form of those it began with."""

from dataclasses import dataclass
from random import Random

import pytest

from benches.tuning import find_mean, read, tune, write


@dataclass(frozen=True)
class Weights:
    pair: tuple[int, int] = (0, 20)
    one: int = 10
    other: int = 500


def judge(weights: Weights) -> float:
    """Best with 15 and 5 in the pair, and 10; the last says nothing."""
    return -abs(weights.pair[0] - 15) - abs(weights.pair[1] - 5) - abs(weights.one - 10)


def duel(one: Weights, other: Weights, seed: int) -> float:
    """The better weights win more often, but not always."""
    return 1.0 if Random(seed).gauss(judge(one) - judge(other), 15) > 0 else -1.0


def test_tuning_finds_the_weights_that_win():
    names = ["pair", "one"]
    met = list(tune(Weights(), names, duel, steps=600, seed=1))
    assert find_mean(met) == pytest.approx([15, 5, 10], abs=4)
    assert met == list(tune(Weights(), names, duel, steps=600, seed=1))


def test_numbers_go_back_to_where_they_were_read():
    weights = Weights()
    assert read(weights, ["other", "pair"]) == [500, 0, 20]
    assert write(weights, ["other", "pair"], [499.6, 1.2, 20]) == Weights(pair=(1, 20), other=500)
