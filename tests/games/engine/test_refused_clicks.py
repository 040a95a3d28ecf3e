"""Every reason given for a square that cannot be clicked is true, over random positions of every game.

The clicks are narrowed here by the turns of the naive engines, and each sentence is judged by what these see on the
board: a sentence whose code has no judge fails.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine import registry
from tests.games.engine.games.master import naive_master
from tests.games.engine.games.masters import naive_masters, test_masters_agrees
from tests.games.engine.games.mastery import naive_mastery, test_mastery_agrees
from tests.games.engine.judged_clicks import MASTER, MASTERS, MASTERY, answered
from tests.rows import each_row

DEEPEST = 5
"""Clicks, the refused one among them."""

THIN = "4m3/8/8/8/8/o7/1Pp5/MO5M d M1O3P5/M2O3P5"
RARE = [
    (
        "above_rank",
        "mastery",
        f"{THIN} - imperial,woag",
        "b2 a3",
        "The Pawn on b2 may not take an Officer, which ranks above it.",
    ),
    (
        "ko",
        "mastery",
        f"{THIN} c3-c2 imperial,woag",
        "c2 c3",
        "Moving the Pawn on c2 back to c3 would restore the board as it stood a turn ago.",
    ),
    (
        "reflection",
        "mastery",
        f"{THIN} b3-b2 imperial,ross",
        "b2 b3",
        "The Pawn on b2 may not go back to b3: it stood there a turn ago.",
    ),
    (
        "which_first",
        "mastery",
        f"{THIN} - imperial,ross",
        "a1 a3 e5",
        "Choose first which piece comes back, then the square.",
    ),
    (
        "place_taken",
        "mastery",
        f"{THIN} - imperial,ross",
        "a1 a3 P b1",
        "A Pawn cannot come back on b1: the square is not empty.",
    ),
    (
        "own_by_control",
        "mastery",
        f"{THIN} - imperial,ross",
        "c2 b1",
        "A piece you control may not take your own Officer on b1.",
    ),
    (
        "blind_spot",
        "mastery",
        "4m3/8/8/8/8/8/p1P5/M6O d M2O3P5/M2O4P5 - imperial,ross",
        "a2",
        "The Pawn on a2 stands in a blind spot of your Master on a1.",
    ),
    (
        "rank",
        "mastery",
        "4m3/8/8/8/8/8/2o5/MOP5 d M2O3P5/M2O3P6 - imperial,ross",
        "c2",
        "Only a Master controls an Officer: no Master’s zone reaches c2.",
    ),
    (
        "won",
        "master",
        "12/12/12/3m8/12/12/3C8/12/5A6/2M9 r",
        "d4 d7 f2",
        "Taking the second Master ends the game: nothing is turned any more.",
    ),
    (
        "master_way",
        "master",
        "12/12/12/3m8/12/12/3C8/12/5A6/2M9 r",
        "c1 c3",
        "A Master moves exactly 2 squares diagonally, not c1-c3.",
    ),
    (
        "blocked",
        "master",
        "12/12/12/3m8/12/3a8/3C8/12/5A6/2M9 r",
        "d4 d7",
        "A piece stands between d4 and d7: there is no jumping.",
    ),
    (
        "claim_moves",
        "masters",
        "4g5/4w5/4p5/10/10/10/10/1s4h3/10/3G3W2/1P8/10 e -/- -/- -",
        "b5 b5 b8 g5",
        "You claim the piece that moves in this turn, and can claim only one.",
    ),
    (
        "one_claim",
        "masters",
        "4g5/4w5/4p5/10/10/10/10/1s8/10/3G3W2/1P5h2/10 e -/- -/- -",
        "b5 h2",
        "Only one piece can be claimed in a turn.",
    ),
]
"""Code, game, position, clicks, sentence: what random positions may never show."""


def list_next(ruleset, turns, clicks):
    """The tokens that may be clicked after these, by the definition alone: groups in any order, each in its own, those
    that come last after all others."""
    last = getattr(ruleset, "steps_last", ())
    return {token for groups in turns for token in follow(groups, tuple(clicks), last)}


def follow(groups, clicks, last) -> Iterator[str]:
    early = any(name not in last for name, _ in groups)
    for group in groups:
        name, tokens = group
        length = min(len(tokens), len(clicks))
        if tokens[:length] != clicks[:length] or (early and name in last):
            continue
        if len(clicks) < len(tokens):
            yield tokens[len(clicks)]
        else:
            yield from follow([other for other in groups if other is not group], clicks[length:], last)


def click_at_random(rng, ruleset, position, squares):
    """Refused clicks, each with all that was clicked before it."""
    turns = [ruleset.steps(move) for move in position.legal_moves()]
    standing = {piece.square for piece in position.pieces()}
    clicks: list[str] = []
    while len(clicks) < DEEPEST and turns:
        allowed = list_next(ruleset, turns, clicks)
        refused = [square for square in squares if square not in allowed and square not in clicks[-1:]]
        yield from ((clicks, square) for square in refused if square in standing or rng.random() < 0.1)
        if not allowed:
            return
        due = sorted(token for token in allowed if token in squares or is_due(ruleset, turns, [*clicks, token]))
        taking = [token for token in due if token in standing]
        clicks = [*clicks, rng.choice(taking if taking and rng.random() < 0.5 else due)]
        turns = [groups for groups in turns if list_next(ruleset, [groups], clicks) or fits(ruleset, groups, clicks)]


def is_due(ruleset, turns, clicks):
    """Whether a choice that is no square, clicked last, leaves at most one click of some turn: else it has no button.

    A witch is asked at any time.
    """
    left = [sum(len(tokens) for _, tokens in groups) - len(clicks) for groups in turns]
    return clicks[-1][0] == "w" or any(
        rest < 2 and clicks[-1] in list_next(ruleset, [groups], clicks[:-1])
        for groups, rest in zip(turns, left, strict=True)
    )


def click_back(ruleset, position):
    """The piece that moved last, sent back: refused by the rules of Mastery alone."""
    left, _, reached = position.text().split()[3].partition("-") if ruleset.slug == "mastery" else ("", "", "")
    allowed = list_next(ruleset, [ruleset.steps(move) for move in position.legal_moves()], [reached])
    return [([reached], left)] if allowed and left not in allowed else []


def fits(ruleset, groups, clicks):
    """Whether these clicks are this turn, whole."""
    whole = len(clicks) == sum(len(tokens) for _, tokens in groups)
    return whole and clicks[-1] in list_next(ruleset, [groups], clicks[:-1])


ABOUT_TO_WIN = ["12/12/12/3m8/12/12/3C8/12/5A6/2M9 r"] * 4


WITHOUT_PUPPETEER = "4g5/4w5/4p5/10/10/10/10/1st7/10/3G3W2/10/10 e -/- -/- -"


def play_mastery(rng):
    for rules in ("ross", "woag"):
        met_so_far = test_mastery_agrees.play_random_positions(rng, registry.get("mastery"), "imperial", rules)
        for (naive, real), _ in zip(met_so_far, range(25), strict=False):
            yield naive, real


def play_master(rng):
    ruleset = registry.get("master")
    for text in ABOUT_TO_WIN:
        yield naive_master.read(text), ruleset.read(text)
    while True:
        real = ruleset.start()
        for _ in range(120):
            moves = real.legal_moves()
            if not moves:
                break
            yield naive_master.read(real.text()), real
            plain = [move for move in moves if "@" not in move]
            taking = [move for move in plain if "x" in move]
            real = real.play(rng.choice(taking or moves) if rng.random() < 0.5 else rng.choice(moves))


def play_masters(rng):
    yield naive_masters.read(WITHOUT_PUPPETEER), registry.get("masters").read(WITHOUT_PUPPETEER)
    for _, naive, real in test_masters_agrees.play_random_positions(rng, registry.get("masters")):
        yield naive, real


GAMES = {
    "mastery": (play_mastery, MASTERY, naive_mastery.SQUARES, 50),
    "master": (play_master, MASTER, naive_master.SQUARES, 20),
    "masters": (play_masters, MASTERS, naive_masters.SQUARES, 80),
}


@pytest.mark.parametrize("slug", GAMES)
def test_every_reason_for_a_refused_click_is_true(slug):
    play, judges, squares, positions = GAMES[slug]
    ruleset, rng, said = registry.get(slug), Random(f"clicks {slug}"), Counter()
    for (naive, real), _ in zip(play(rng), range(positions), strict=False):
        for clicks, refused in [*click_back(ruleset, real), *click_at_random(rng, ruleset, real, squares)]:
            tokens = [*clicks, refused]
            error = ruleset.explain(real, tokens)
            assert error is not None, (real.text(), tokens)
            seen = answered(naive, tokens) if slug == "masters" else naive
            assert judges[error.code](seen, error.details, tokens), (real.text(), tokens, str(error))
            assert str(error).endswith(".")
            said[error.code] += 1
    assert set(judges) - set(said) <= {code for code, *_ in RARE}, said


@each_row(("code", "slug", "position", "clicks", "sentence"), RARE)
def test_a_reason_that_is_seldom_needed(code, slug, position, clicks, sentence):
    ruleset = registry.get(slug)
    error = ruleset.explain(ruleset.read(position), clicks.split())
    assert (error.code, str(error)) == (code, sentence)
