"""The real engine of MASTER and the naive one agree on 2,000 random positions."""

from collections import Counter
from random import Random

import pytest

from engine import registry
from engine.contract import Side
from tests.games.engine.agreeing import assert_agreement
from tests.games.engine.games.master import naive_master
from tests.sharing import begin_with

pytestmark = pytest.mark.long

POSITIONS = 500
SEEDS = 4
LONGEST_GAME = 20
SIDES = {"r": Side.FIRST, "w": Side.SECOND}
MUST_OCCUR = ("masters_lost", "no_legal_turn", "winning move", "capture")


def scatter(rng):
    """A position of few pieces, close together, each side with a Master on ranks that the other's never reaches."""
    files, ranks = rng.randint(2, 6), rng.randint(2, 6)
    squares = [f"{file}{rank}" for rank in range(1, ranks + 1) for file in naive_master.FILES[:files]]
    rng.shuffle(squares)
    board = {}
    for side, parity in (("r", 1), ("w", 0)):
        for square in [square for square in squares if int(square[1:]) % 2 == parity][: rng.choice([1, 1, 2])]:
            board[square] = "M" if side == "r" else "m"
            squares.remove(square)
    for square in squares[: rng.randint(1, 12)]:
        board[square] = rng.choice("ABCDEFabcdef")
    side = rng.choice("rw")
    if rng.random() < 0.2:  # a lone Master may be shut in
        board = {
            square: piece for square, piece in board.items() if piece in "Mm" or naive_master.get_owner(piece) != side
        }
    return naive_master.Naive(board, side)


def play_random_positions(rng, ruleset):
    """Pairs of the same position in both engines, each playing on by its own means."""
    while True:
        if rng.random() < 0.05:
            naive, real = naive_master.start(), ruleset.start()
        else:
            naive = scatter(rng)
            real = ruleset.read(naive.text())
        for _ in range(rng.randint(2, LONGEST_GAME)):
            turns = naive.legal()
            yield naive, real, turns
            if not turns:
                break
            turn = rng.choice([turn for turn in turns if "x" in turn and rng.random() < 0.5] or list(turns))
            naive, real = turns[turn], real.play(turn)


def name_rare_things(naive, turns):
    if naive.outcome():
        yield naive.outcome()[1]
    if any("x" in turn for turn in turns):
        yield "capture"
    if any(after.outcome() and after.outcome()[1] == "masters_lost" for after in turns.values() if len(turns) < 300):
        yield "winning move"


@pytest.mark.parametrize("seed", begin_with(1, range(SEEDS)))
def test_engines_agree_on_random_positions(seed):
    ruleset, seen = registry.get("master"), Counter()
    rng = Random(f"master {seed}")
    for (naive, real, turns), _ in zip(play_random_positions(rng, ruleset), range(POSITIONS), strict=False):
        text = naive.text()
        assert real.text() == text
        assert_agreement(real, naive, turns, sides=SIDES)
        assert ruleset.read(text).text() == text
        seen.update(name_rare_things(naive, turns))
    assert not [name for name in MUST_OCCUR if not seen[name]], f"these positions never showed it: {seen}"
