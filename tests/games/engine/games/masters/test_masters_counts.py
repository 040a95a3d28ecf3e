"""Masters gives the published counts from the start, and so does the naive engine."""

import pytest

from engine import registry
from tests.games.engine.games.masters import naive_masters


def count(position, depth):
    turns = position.legal_moves()
    return len(turns) if depth == 1 else sum(count(position.play(turn), depth - 1) for turn in turns)


@pytest.mark.parametrize(("depth", "turns"), [(1, 14), (2, 196), (3, 3262)])
def test_start_has_the_published_turns(depth, turns):
    assert count(registry.get("masters").start(), depth) == turns


def test_naive_engine_counts_as_published():
    start = naive_masters.start()
    assert (len(start.turns), sum(len(start.play(turn).turns) for turn in start.turns)) == (14, 196)
