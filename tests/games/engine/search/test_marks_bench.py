"""The bench that measures whether turns that lose are marked: what it counts, and that it is the same for a seed."""

import pytest

from benches.marks import Piece, Sums, look, tell_share
from engine import registry
from engine.search.marking import DEEPER

MASTERY = registry.get("mastery")


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_a_part_of_a_game_is_looked_at_and_marked_as_the_site_does(slug):
    ruleset = registry.get(slug)
    one, same = (look(ruleset, seed=3, times=DEEPER, most=3, nodes=20) for _ in range(2))
    assert one == same
    assert 0 < len(one.turns) <= 3
    assert len(one.first) == len(one.reference) == len(one.turns) + 1
    assert all(one.second[number] == one.reference[number] for number in one.second)
    sums = Sums()
    sums.count(ruleset, one)
    assert (sums.games, sums.turns, sums.again) == (1, len(one.turns), len(one.second))


def count(first, reference, *, second=None) -> Sums:
    """Of turns by either side in turn, for each of which another would have been best."""
    turns = [(ply % 2, f"turn {ply + 1}") for ply in range(len(first) - 1)]
    told = {number: [score, "better"] for number, score in (second or {}).items()}
    sums = Sums()
    sums.count(
        MASTERY, Piece(turns, [[each, "better"] for each in first], told, [[each, "better"] for each in reference])
    )
    return sums


def test_a_losing_turn_that_is_looked_at_again_is_marked():
    sums = count([0, -900], [0, -900], second={0: 0, 1: -900})
    assert (sums.losing, sums.losing_marked, sums.marks, sums.false) == (1, 1, 1, 0)


def test_a_losing_turn_that_the_first_look_does_not_see_is_missed():
    sums = count([0, 0], [0, -900])
    assert (sums.losing, sums.losing_marked, sums.marks) == (1, 0, 0)


def test_a_mark_of_a_turn_that_lost_nothing_by_the_reference_is_false():
    sums = count([0, -900], [0, 0], second={0: 0, 1: -900})
    assert (sums.losing, sums.marks, sums.false) == (0, 1, 1)


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [(0, 0, "none"), (9, 10, "90.0 % (59.6 to 98.2, 9 of 10)"), (0, 10, "0.0 % (0.0 to 27.8, 0 of 10)")],
)
def test_a_share_is_told_with_its_interval(part, whole, words):
    assert tell_share(part, whole) == words
