"""Mastery's legal turns counted from the start, as published, and what holds over whole random games of it."""

from collections import Counter
from random import Random

import pytest

from engine import registry
from engine.contract import IllegalMove
from engine.games.mastery.tables import TURNS
from tests.rows import each_row
from tests.sharing import begin_with

MASTERY = registry.get("mastery")
COUNTS = [
    ("imperial", "ross", (40, 1817, 86595)),
    ("imperial", "woag", (40, 1614, 70643)),
    ("draume-crown", "ross", (39, 1521, 62435)),
    ("draume-crown", "woag", (39, 1521, 62416)),
]


def count(position, *, depth):
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(count(position.play(move), depth=depth - 1) for move in moves)


@each_row(("setup", "rules", "counts"), COUNTS)
def test_the_published_counts(setup, rules, counts):
    start = MASTERY.start(setup=setup, rules=rules, draws=[])
    assert tuple(count(start, depth=depth) for depth in (1, 2, 3)) == counts


def roam(rules, *, seed, games):
    """Positions of random games that take when they can every second time, to reach thin boards too."""
    rng = Random(seed)
    for number in range(games):
        position = MASTERY.start(setup=("imperial", "draume-crown")[number % 2], rules=rules)
        while moves := position.legal_moves():
            yield position
            taking = [move for move in moves if "x" in move]
            position = position.play(rng.choice(taking if taking and rng.random() < 0.5 else moves))
        yield position


@pytest.mark.parametrize("rules", ["ross", "woag"])
def test_every_piece_is_on_the_board_or_off_it(rules):
    whole = {("M", 0): 3, ("O", 0): 4, ("P", 0): 6, ("M", 1): 3, ("O", 1): 4, ("P", 1): 6}
    for position in roam(rules, seed=1, games=10):
        everything = (*position.pieces(), *position.captured())
        assert Counter((piece.kind, piece.side) for piece in everything) == whole


@pytest.mark.long
@pytest.mark.parametrize("rules", begin_with(1, ["ross", "woag"]))
def test_a_turn_alone_is_judged_as_in_the_list_of_all(rules):
    """Playing, listing and explaining agree on every text that could be a turn, with and without a piece put back."""
    rng = Random(3)
    for position in list(roam(rules, seed=2, games=8))[::15]:
        legal = set(position.legal_moves())
        texts = rng.sample(sorted(TURNS), 300) + [move.partition("+")[0] for move in legal]
        for move in (text + returned for text in texts for returned in ("", "+Pe4", "+Oc6")):
            try:
                allowed = MASTERY.read(position.text()).canonical(move) == move
            except IllegalMove:
                allowed = False
            assert allowed == (move in legal), (position, move)


@pytest.mark.parametrize("rules", ["ross", "woag"])
def test_a_lone_master_in_the_corner_has_a_turn(rules):
    """Whatever stands beside a Master it may take or devour, Masters apart: nobody who has one is ever shut in."""
    cornered = MASTERY.read(f"8/8/8/8/4ppm1/1pp5/Oo6/MP6 d M2O3P5/M2O3P2 - imperial,{rules}")
    assert {"Ma1xa2", "Ma1xb1"} <= set(cornered.legal_moves())
    assert cornered.outcome() is None
