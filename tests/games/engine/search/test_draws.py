"""When a computer offers a draw and when it takes one: not early, and then where it stands worse, or the game gets
nowhere."""

from random import Random

import pytest

from engine import registry
from engine.contract import Side
from engine.level import Level
from engine.search import playing
from engine.search.playing import find_offered, takes_draw
from engine.search.searching import Found
from tests.games.engine.search.test_playing import decide
from tests.rows import each_row


def shuffle(position, *, plies):
    """Positions of a game in which nothing is taken."""
    history, rng = [], Random(2)
    while len(history) < plies:
        quiet = [move for move in position.legal_moves() if "x" not in move]
        history.append(position)
        position = position.play(rng.choice(quiet))
    return history, position


START = registry.get("mastery").start()
AFTER = registry.get("mastery").read("1m2m3/2p1op2/5p2/1M1m1p2/5P2/3P4/4PM1P/3M4 d M0O4P2/M0O3P2 - imperial,ross")
"""A position in which something was taken before."""
OFFERS = {  # the positions before, and whether it offers a draw where it is not better
    "60 turns since something was taken": ([START, *shuffle(AFTER, plies=60)[0]], shuffle(AFTER, plies=60)[1], True),
    "59 turns": ([START, *shuffle(AFTER, plies=59)[0]], shuffle(AFTER, plies=59)[1], False),
    "nothing was ever taken, 60 turns": (*shuffle(START, plies=60), False),
    "99": (*shuffle(START, plies=99), False),
    "and 60 beyond the 40 of an opening": (*shuffle(START, plies=100), True),
    "a third repetition": ([START, START, *shuffle(AFTER, plies=58)[0]], START, True),
    "a second one": ([START, *shuffle(AFTER, plies=59)[0]], START, False),
    "a third one early": ([START, START, *shuffle(AFTER, plies=57)[0]], START, False),
}


@pytest.fixture
def see(monkeypatch):
    """Has a search see a score, as whoever moves sees it, whatever the position."""

    def fake(score: int) -> list[Level]:
        thought: list[Level] = []

        def think(tree, level, **_) -> Found:
            thought.append(level)
            return Found(((*tree.captures(), *tree.quiets())[0],), score, 1, 1)

        monkeypatch.setattr(playing, "think", think)
        return thought

    return fake


@each_row("score", [-300, 0, 50, 51])
@each_row("case", OFFERS)
def test_it_offers_a_draw_from_turn_30_of_each_side_on_where_the_game_gets_nowhere(case, score, see):
    history, position, offers = OFFERS[case]
    see(score)
    assert decide("mastery", position, history=history, level=Level(nodes=400)).offers_draw == (offers and score <= 50)


def test_it_offers_no_draw_for_60_turns_without_capture_where_both_took_and_put_back_as_much():
    before = registry.get("mastery").read("1m2m3/2p1op2/5p2/1M1m1p2/5P2/3P4/4PM1P/3M4 d M0O4P2/M0O3P2 - imperial,ross")
    after = before.play("Mb5xd5+Oe4")
    quiet, position = shuffle(after.play("Pf5xe4+Pa1"), plies=58)
    decision = decide("mastery", position, history=[before, after, *quiet], level=Level(nodes=400))
    assert decision.score <= 50
    assert not decision.offers_draw


LOST = registry.get("mastery").read("8/8/8/2p5/3mmm2/2oooo2/5P2/M7 d M2O4P5/M0O0P5 - imperial,ross")
WON = registry.get("mastery").read("m7/8/8/2p5/2OOOO2/3MMM2/5P2/8 d M0O0P5/M2O4P5 - imperial,ross")
STIRRED = [START, *shuffle(AFTER, plies=58)[0], WON]
"""A game of 60 turns, in the last of which much was taken."""
QUIET = [*STIRRED[:30], *shuffle(LOST, plies=60)[0]]
AFTER_QUIET = shuffle(LOST, plies=60)[1]
TAKES = {  # the positions before, the present one, and whether the game gets nowhere; None where it is early
    "early": (STIRRED[1:], LOST, None),
    "early, a repetition": ([START, *STIRRED[2:]], START, None),
    "late": (STIRRED, LOST, False),
    "quiet for 30 turns of each side": (QUIET, AFTER_QUIET, True),
    "quiet for 59 turns": ([*STIRRED[:30], *QUIET[31:]], AFTER_QUIET, False),
    "an opening without captures": (*shuffle(START, plies=99), False),
    "and 60 turns beyond it": (*shuffle(START, plies=100), True),
    "a repetition": ([START, *STIRRED], START, True),
}


@each_row("score", [-300, -1, 0, 300])
@each_row("case", TAKES)
def test_it_takes_a_draw_late_where_it_stands_worse_or_the_game_gets_nowhere(case, score, see):
    history, position, nowhere = TAKES[case]
    see(score)
    how = {"ruleset": registry.get("mastery"), "history": history, "level": Level(nodes=400), "seed": 1}
    for side, own in ((position.turn, score), (position.turn.other, -score)):
        assert takes_draw(position, side=side, **how) == (nowhere is not None and (own < 0 or nowhere))


@each_row("case", OFFERS)
def test_it_offers_none_earlier_than_it_takes_one_for_the_same(case, see):
    history, position, offers = OFFERS[case]
    see(300)
    how = {"ruleset": registry.get("mastery"), "history": history, "level": Level(nodes=400), "seed": 1}
    assert takes_draw(position, side=position.turn, **how) >= offers


LIVELY = [START, *shuffle(AFTER, plies=59)[0]]
"""Another game of 60 turns."""


@pytest.mark.parametrize("level", [Level(nodes=400), find_offered(registry.get("mastery"), "strong")])
def test_whoever_stands_worse_sees_it(level):
    how = {"ruleset": registry.get("mastery"), "history": LIVELY, "level": level, "seed": 1, "stop": None}
    taken = [[takes_draw(position, side=side, **how) for side in Side] for position in (LOST, WON)]
    assert taken == [[True, False], [False, True]]


@pytest.mark.parametrize("name", ["newcomer", "leisure", "hobby"])
def test_a_level_that_misses_turns_misses_none_where_it_judges_a_draw(name):
    """So what it answers does not hang on chance, as its turns do."""
    ruleset, rng, position = registry.get("mastery"), Random(12), AFTER
    while moves := position.legal_moves():
        position = position.play(rng.choice(moves))
        how = {"ruleset": ruleset, "history": [*STIRRED, LOST], "level": find_offered(ruleset, name)}
        assert len({takes_draw(position, side=Side.FIRST, seed=seed, **how) for seed in range(8)}) == 1


def test_about_a_draw_it_thinks_as_long_as_about_a_turn(see):
    ruleset, thought = registry.get("mastery"), see(0)
    level = find_offered(ruleset, "strong")
    how = {"ruleset": ruleset, "level": level, "side": Side.FIRST, "seed": 1, "stop": lambda: False}
    takes_draw(LOST, history=STIRRED[1:], **how)
    assert thought == [], "early it need not think"
    takes_draw(LOST, history=STIRRED, **how)
    assert thought == [level]
