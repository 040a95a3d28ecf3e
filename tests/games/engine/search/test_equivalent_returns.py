"""Of Mastery's equivalent squares for a piece to come back to the search sees one: it plays as well as with all."""

from collections.abc import Iterator
from itertools import count, islice

import pytest

from engine import registry
from engine.contract import Position
from engine.games.mastery.tree import FEW
from engine.search.finding import make_tree
from engine.search.searching import Search
from engine.search.settings import EXACT, Limits
from tests.games.engine.search.forced_wins import make_whole
from tests.games.engine.search.plain import meet
from tests.sharing import begin_with

MASTERY = registry.get("mastery")
LEAST = 10
"""So many legal turns put a piece back, at least."""
LITTLE = 99
"""Hundredths of what a Pawn is worth at least: by its place a piece that came back may be worth more or less, rule
others, or stand in the way. One position in twenty may differ by more; of 160 four did, the most by 192."""


def list_positions() -> Iterator[Position]:
    """Of random games: with enough enemies for squares to be left out, some while from each other."""
    for seed in count(5):
        for position in islice(meet("mastery", seed=seed), 20, 200, 7):
            enemies = sum(piece.side is not position.turn for piece in position.pieces())
            moves = position.legal_moves()
            if enemies > FEW + 1 and len(moves) < 250 and sum("+" in move for move in moves) >= LEAST:
                yield position


def search(tree) -> tuple[int, int]:
    """The score two turns deep, and how many of the tree's own turns there are."""
    return Search(tree, limits=Limits(turns=2), devices=EXACT).run().score, len([*tree.captures(), *tree.quiets()])


@pytest.mark.long
@pytest.mark.parametrize("first", begin_with(1, range(0, 80, 20)))
def test_the_score_is_that_of_all_squares_but_for_little(first):
    scores, listed, far = [], [], []
    for position in islice(list_positions(), first, first + 20):
        (score, turns), (of_all, all_turns) = (search(make(position)) for make in (prune, list_all))
        scores.append(abs(score - of_all))
        listed.append(turns / all_turns)
        far += [position] * (scores[-1] > LITTLE)
    assert scores.count(0) >= 16
    assert len(far) <= 1, far
    assert sum(listed) / len(listed) < 0.85, "hardly anything was left out"


def prune(position: Position):
    return make_tree(position, ruleset=MASTERY)


def list_all(position: Position):
    return make_whole(position, MASTERY)
