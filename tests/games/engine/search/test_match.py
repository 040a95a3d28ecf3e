"""The figures that a match between two players ends in."""

import pytest

from benches.match import Tally, to_elo


def test_a_share_of_the_points_is_a_distance_in_elo():
    assert to_elo(0.5) == pytest.approx(0)
    assert to_elo(0.7) == pytest.approx(147.2, abs=0.1)
    assert to_elo(0.3) == pytest.approx(-to_elo(0.7))


def test_pairs_that_always_share_the_points_say_more_than_single_games():
    even = Tally(pairs=[0, 0, 40, 0, 0], wins=40, losses=40)
    wild = Tally(pairs=[20, 0, 0, 0, 20], wins=40, losses=40)
    assert even.score == wild.score == 0.5
    assert even.margin < wild.margin / 4


def test_the_sequential_test_leans_to_what_is_likelier():
    strong = Tally(pairs=[0, 2, 10, 8, 10], wins=42, draws=2, losses=16)
    assert strong.weigh(0.6, 0.7) > 0 > strong.weigh(0.8, 0.9)
    assert Tally().weigh(0.6, 0.7) == 0
