"""The real engine of Mastery and the naive one agree on 2,000 random positions of each variant."""

from collections import Counter
from random import Random

import pytest

from engine import registry
from engine.contract import Side
from tests.games.engine.agreeing import assert_agreement
from tests.games.engine.games.mastery import naive_mastery
from tests.sharing import begin_with

pytestmark = pytest.mark.long

POSITIONS = 500
SEEDS = 2
LONGEST_GAME = 40
SIDES = {"d": Side.FIRST, "l": Side.SECOND}

MUST_OCCUR = (
    "return forbidden",
    "power lost",
    "control",
    "devour",
    "resurrection",
    "masters_lost",
    "only_masters_left",
)


def scatter(rng, setup, rules):
    """A position of few pieces, close together, each side with a Master and something else: where rare rules meet."""
    size = rng.randint(5, 8)
    squares = [square for square in naive_mastery.SQUARES if ord(square[0]) - ord("a") < size >= int(square[1])]
    rng.shuffle(squares)
    board = {}
    for side in "dl":
        others = rng.sample("OOOOPPPPPP", rng.choice([1, 1, 2, 3, 4, 6]))
        for kind in "M" * rng.randint(1, 2) + "".join(others):
            board[squares.pop()] = kind if side == "d" else kind.lower()
    return naive_mastery.Naive(board, rng.choice("dl"), "-", setup, rules)


def choose_turn(rng, turns):
    """A turn with a leaning towards captures, controls and resurrections."""
    sign = rng.choice(["", "x", "~", "~", "+"])
    return rng.choice([turn for turn in turns if sign in turn] or list(turns))


def play_random_positions(rng, ruleset, setup, rules):
    """Pairs of the same position in both engines, each playing on by its own means."""
    while True:
        if rng.random() < 0.5:
            naive, real = naive_mastery.start(setup, rules), ruleset.start(setup=setup, rules=rules)
        else:
            naive = scatter(rng, setup, rules)
            real = ruleset.read(naive.text())
        for _ in range(rng.randint(2, LONGEST_GAME)):
            yield naive, real
            turns = naive.legal()
            if not turns:
                break
            turn = choose_turn(rng, turns)
            naive, real = naive.play(turn), real.play(turn)


def name_rare_things(naive, turns):
    """What this position shows of the rules that a random game could miss."""
    outcome = naive.outcome()
    if outcome:
        yield outcome[1]
    elif not naive.has_power():
        yield "power lost"
    if turns and any(naive.goes_back(turn) for turn in naive.list_turns()):
        yield "return forbidden"
    for name, sign in (("control", "~"), ("resurrection", "+")):
        if any(sign in turn for turn in turns):
            yield name
    own = {square for square, piece in naive.board.items() if naive_mastery.get_owner(piece) == naive.side}
    if any(turn.takes and turn.target in own for turn in turns.values()):
        yield "devour"


@pytest.mark.parametrize("seed", begin_with(1, range(SEEDS)))
@pytest.mark.parametrize("setup", naive_mastery.SETUPS)
@pytest.mark.parametrize("rules", ["ross", "woag"])
@pytest.mark.late
def test_engines_agree_on_random_positions(rules, setup, seed):
    ruleset, seen = registry.get("mastery"), Counter()
    rng = Random(f"{rules} {setup} {seed}")
    for (naive, real), _ in zip(play_random_positions(rng, ruleset, setup, rules), range(POSITIONS), strict=False):
        text, turns = naive.text(), naive.legal()
        assert real.text() == text
        assert_agreement(real, naive, turns, sides=SIDES)
        assert_agreement(ruleset.read(text), naive, turns, sides=SIDES)
        assert ruleset.read(text).text() == text
        seen.update(name_rare_things(naive, turns))
    assert not [name for name in MUST_OCCUR if not seen[name]], f"these positions never showed it: {seen}"
