"""What the sentences tell of a turn is what it changed: over 5,000 random turns of each game, for each reader."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine import registry
from engine.contract import Side
from engine.telling import Happening, Reader, tell
from tests.games.engine import telling_parsers as parsers

pytestmark = pytest.mark.long

TURNS = 5_000
LONGEST_GAME = 200
SIGNS = {"mastery": ["", "x", "~", "~", "+"], "master": ["", "x", "@"], "masters": ["", "x", "*", "*", "w+", "="]}

NEAR_PROMOTION = "4g1w3/T1p1T1T3/10/10/10/10/10/10/10/10/t1P1t1t3/4G1W3 e -/- -/- -"
"""Scouts of both sides before the last rank, each seen by an enemy puppeteer or soon."""


def list_option_sets(ruleset):
    """Every choice of the options that decide how a game is played; house rules for draws change no turn."""
    single = [option for option in ruleset.options if not option.multiple]
    for values in product(*([choice.value for choice in option.choices] for option in single)):
        yield dict(zip((option.name for option in single), values, strict=True))


CASES = [(slug, options) for slug in SIGNS for options in list_option_sets(registry.get(slug))]


def play_random_turns(ruleset, options, *, seed, number):
    """So many turns of random games, with a leaning towards what is rare."""
    rng, position, ply = Random(seed), ruleset.start(**options), 0
    for _ in range(number):
        moves = position.legal_moves()
        if not moves or ply > LONGEST_GAME:
            position, ply = begin(ruleset, options, rng), 0
            moves = position.legal_moves()
        sign = rng.choice(SIGNS[ruleset.slug])
        move = rng.choice([each for each in moves if sign in each] or moves)
        after = position.play(move)
        yield position, move, after
        position, ply = after, ply + 1


def begin(ruleset, options, rng):
    """The set-up, or where it would take too long to come to something rare, now and then a later position."""
    is_later = ruleset.slug == "masters" and rng.random() < 0.5
    return ruleset.read(NEAR_PROMOTION) if is_later else ruleset.start(**options)


def has_power(position, side):
    return {"O", "P"} <= {piece.kind for piece in position.pieces() if piece.side == side}


def list_besides(ruleset, before, after):
    """What a turn brought about besides the board: found by counting what stands on it."""
    mover = before.turn
    if ruleset.slug == "master":
        masters = [sum(p.kind == "M" and p.side == mover.other for p in each.pieces()) for each in (before, after)]
        return ["ONE_MASTER_LEFT"] if masters == [2, 1] else []
    if ruleset.slug != "mastery" or after.loser() is not None:
        return []
    changed = []
    for side in Side:
        had, has = has_power(before, side), has_power(after, side)
        if had and not has:
            changed.append("GAVE_UP_POWER" if side is mover else "LOST_POWER")
        elif has and not had:
            changed.append("REGAINED_POWER")
    return changed


@pytest.mark.parametrize(
    ("slug", "options"), CASES, ids=["-".join([slug, *options.values()]) for slug, options in CASES]
)
@pytest.mark.late
def test_what_is_told_is_what_changed_on_the_board(slug, options):
    ruleset, seen = registry.get(slug), Counter()
    for before, move, after in play_random_turns(ruleset, options, seed=36, number=TURNS):
        happened = tell(ruleset, before, move, after)
        for reader in Reader:
            told = " ".join(str(each.tell(reader)) for each in happened)
            board = parsers.Board(before, ruleset)
            besides = parsers.replay(board, told, ruleset=ruleset, reader=reader, mover=before.turn)
            assert parsers.settle(board) == parsers.Board(after, ruleset), (before.text(), move, told)
            assert besides == list_besides(ruleset, before, after), (before.text(), move, told)
        seen.update(id(each.what) for each in happened)
    module = parsers.import_module(f"engine.games.{slug}.telling")
    never = [name for name, kind in vars(module).items() if isinstance(kind, Happening) and not seen[id(kind)]]
    assert not never, f"these happened in none of the games: {never}"
