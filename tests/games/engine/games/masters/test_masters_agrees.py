"""The real engine of Masters and the naive one agree on 2,000 random positions."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine import registry
from engine.contract import Side
from tests.games.engine.agreeing import assert_agreement
from tests.games.engine.games.masters import naive_masters
from tests.games.engine.games.masters.naive_masters import Naive, get_enemy
from tests.sharing import begin_with

pytestmark = pytest.mark.long

POSITIONS = 500
SEEDS = 4
LONGEST_GAME = 30
SIDES = {"e": Side.FIRST, "f": Side.SECOND}
MUST_OCCUR = (
    "claim, then its piece moves",
    "claim after a move",
    "free answer",
    "forced answer",
    "promotion",
    "held piece moves",
    "hold ended",
    "both hold",
    "shielded",
    "leadership_lost",
)


def scatter(rng):
    """A position of few pieces, close together, with holds, movesets and offers: where rare rules meet."""
    files, ranks, lowest = rng.randint(4, 7), rng.randint(5, 8), rng.choice([1, 3, 5])
    squares = [
        square
        for square in naive_masters.SQUARES
        if naive_masters.FILES.index(square[0]) < files and lowest <= int(square[1:]) < lowest + ranks
    ]
    rng.shuffle(squares)
    board = {}
    for side in "ef":
        leaders = [kind for kind in "GPPW" if rng.random() < 0.6] or ["G"]
        others = rng.sample("CSSAAHHDDTTTT", rng.randint(1, 6))
        for kind in sorted({*leaders}) + others:
            square = squares.pop()
            kind = "D" if kind == "T" and square[1:] in ("1", "12") else kind
            board[square] = kind if side == "e" else kind.lower()
    position = Naive(board, rng.choice("ef"), {"e": "-", "f": "-"}, {"e": "-", "f": "-"})
    return add_offer(rng, add_holds(rng, add_movesets(rng, position)))


def add_movesets(rng, position):
    chosen = {side: rng.choice("-GPCSAHDT") if position.find(side, "W") else "-" for side in "ef"}
    return replace(position, movesets=chosen)


def add_holds(rng, position):
    """Each puppeteer may hold a piece that it sees, unless it is held itself."""
    for side in rng.sample("ef", 2):
        enemy = get_enemy(side)
        seen = [
            square
            for square, piece in position.board.items()
            if naive_masters.get_owner(piece) == enemy and position.sees(side, square)
        ]
        if position.holds[enemy] != "-":
            seen = [square for square in seen if square != position.find(enemy, "P")]
        puppeteer = position.find(side, "P")
        if seen and not position.is_held(puppeteer) and rng.random() < 0.6:
            position = replace(position, holds=position.holds | {side: rng.choice(seen)})
    return position


def add_offer(rng, position):
    side = position.side
    if not position.find(side, "W") or rng.random() < 0.6:
        return position
    offer = rng.choice("GPCSAHDT")
    forced = offer in "GP" and position.has_lost_leader(side, "G") and position.has_lost_leader(side, "P")
    return replace(position, offer=offer + ("!" if forced else ""))


def choose_turn(rng, turns):
    """A turn with a leaning towards captures, claims and promotions."""
    sign = rng.choice(["", "x", "*", "=", "w+"])
    return rng.choice([turn for turn in turns if sign in turn] or list(turns))


def play_random_positions(rng, ruleset):
    """Pairs of the same position in both engines, each playing on by its own means, and the naive one before it."""
    while True:
        if rng.random() < 0.05:
            naive, real = naive_masters.start(), ruleset.start()
        else:
            naive = scatter(rng)
            real = ruleset.read(naive.text())
        before = naive
        for _ in range(rng.randint(2, LONGEST_GAME)):
            yield before, naive, real
            if not naive.turns:
                break
            turn = choose_turn(rng, naive.turns)
            before, naive, real = naive, naive.play(turn), real.play(turn)


def name_rare_things(before, naive):
    """What this position shows of the rules that a random game could miss."""
    if naive.outcome():
        yield naive.outcome()[1]
    if naive.offer != "-" and naive.turns:
        yield "forced answer" if naive.offer.endswith("!") else "free answer"
    for turn in naive.turns.values():
        if turn.claim and turn.start:
            yield "claim, then its piece moves" if turn.claim == turn.start else "claim after a move"
        if turn.promotion:
            yield "promotion"
        if turn.start and turn.start == naive.holds[naive.side]:
            yield "held piece moves"
    if any(before.holds[side] != "-" == naive.holds[side] for side in "ef"):
        yield "hold ended"
    if "-" not in naive.holds.values():
        yield "both hold"
    if any(naive.is_shielded(square) for square in naive.board):
        yield "shielded"


@pytest.mark.parametrize("seed", begin_with(1, range(SEEDS)))
def test_engines_agree_on_random_positions(seed):
    ruleset, seen = registry.get("masters"), Counter()
    rng = Random(f"masters {seed}")
    for (before, naive, real), _ in zip(play_random_positions(rng, ruleset), range(POSITIONS), strict=False):
        text = naive.text()
        assert real.text() == text
        assert_agreement(real, naive, naive.turns, sides=SIDES)
        assert_agreement(ruleset.read(text), naive, naive.turns, sides=SIDES)
        assert ruleset.read(text).text() == text
        seen.update(name_rare_things(before, naive))
    assert not [name for name in MUST_OCCUR if not seen[name]], f"these positions never showed it: {seen}"
