"""How the computer plays at each level: legally, alike with the same seed, also a game just dropped in."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine import registry
from engine.level import OPENING_PLIES, Level
from engine.search.fallback import ContractTree
from engine.search.finding import make_tree
from engine.search.playing import (
    Decision,
    choose,
    find_offered,
    list_levels,
)
from tests.games.engine.dropping import CROSSING, drop_in
from tests.games.engine.search.plain import meet
from tests.rows import each_row

GAMES = ["mastery", "master", "masters"]
LOST = {
    "mastery": "2mmm3/2ooo3/1ppopp2/2p1p3/8/8/7P/7M d M2O4P5/M0O0P0 - imperial,ross",
    "master": "1b1m1bb1m1b1/aaaaaaaaaaaa/12/12/12/12/12/12/1A10/3M8 r",
    "masters": "shawgpcahs/tttttttttt/10/10/10/10/10/10/10/10/8TT/3WG5 e -/- -/- -",
}
TAKES = {
    "mastery": "1mm5/p2o4/4p3/5pP1/8/5MMM/5O2/8 l M0O3P5/M1O3P3 h6-g5 imperial,ross",
    "master": "1b1m1be1m1b1/1aabea1a1aad/1a4a2e2/12/12/12/4D7/7A4/AAAAA1A1D1CA/2AM1EB1MAB1 w",
    "masters": "s1awg1p1hs/ttt1t1at2/h2t1tt2t/10/8t1/10/10/8H1/3Tc5/T1T2T2TT/1T1A1GTT2/SH1WP1CAS1 e e4/- T/- -",
}
"""A capture is best here, as looking one turn ahead shows."""
BETTER = {
    "mastery": "4m3/1pom4/1m2op2/2p5/2p2P1P/8/2PM4/5M2 l M1O4P3/M0O2P2 e1xf1 imperial,ross",
    "master": "ad3bb1m1b1/1c2aa1fa1Fd/6a2a2/4E7/12/12/A1e2A6/1A1F8/3E2ACA2A/2AM1BB1MAE1 r",
    "masters": "1sac2gahs/1t1t1p2tt/6tt2/10/th8/10/10/10/5T4/1TTTT4H/T3PCTTTT/S2WG2AS1 e -/f4 H/- A",
}
"""The side to move is better here, and no level finds a capture best."""


@pytest.fixture
def crossing():
    """A ruleset that was dropped in, and tells nothing but its rules."""
    with drop_in(CROSSING) as ruleset:
        yield ruleset


def hurry(level: Level) -> Level:
    """A level that may look at some turns only."""
    return replace(level, nodes=min(level.nodes or 200, 200), seconds=None)


def decide(slug, position, *, history=(), level=None, seed=1, **given) -> Decision:
    level = level or hurry(list_levels(registry.get(slug))[5])
    return choose(position, ruleset=registry.get(slug), history=history, level=level, seed=seed, **given)


@pytest.mark.parametrize("slug", GAMES)
def test_every_level_answers_with_a_legal_turn_the_same_with_the_same_seed(slug):
    for position in islice(meet(slug, seed=11), 10, 60, 17):
        for level in map(hurry, list_levels(registry.get(slug))):
            decision = decide(slug, position, level=level)
            assert decision.turn in position.legal_moves()
            assert decision == decide(slug, position, level=level)


@pytest.mark.parametrize("slug", GAMES)
def test_only_the_last_level_looks_at_the_clock_and_each_has_its_own_name_and_word(slug):
    levels = list_levels(registry.get(slug))
    assert 8 <= len(levels) == len({level.name for level in levels}) == len({str(level.word()) for level in levels})
    assert [level.seconds is None for level in levels] == [*[True] * (len(levels) - 1), False]
    assert all(level.nodes or level.turns == 1 for level in levels[:-1])


@pytest.mark.parametrize("slug", GAMES)
def test_every_level_varies_its_first_turn_with_the_seed(slug):
    ruleset = registry.get(slug)
    for level in list_levels(ruleset):
        for history in ([], [ruleset.start()]):
            position = history[0].play(history[0].legal_moves()[0]) if history else ruleset.start()
            turns = {decide(slug, position, history=history, level=hurry(level), seed=seed).turn for seed in range(8)}
            assert len(turns) > 2, (level, history)


def test_a_capture_is_not_missed_for_a_varied_opening():
    position = registry.get("mastery").read("p7/8/8/4m3/3P4/8/2O5/M7 d M2O3P5/M2O4P5 - imperial,ross")
    level = find_offered(registry.get("mastery"), "veteran")
    assert {"x" in decide("mastery", position, level=level, seed=seed).turn for seed in range(8)} == {True}


def test_the_last_level_ends_when_its_time_is_over():
    now = iter(range(10_000))
    level = list_levels(registry.get("mastery"))[-1]
    decision = decide("mastery", registry.get("mastery").start(), level=level, clock=lambda: next(now))
    assert decision.turn
    assert next(now) <= level.seconds + 3


def test_a_level_with_a_limit_of_time_refuses_to_think_without_end():
    level = list_levels(registry.get("mastery"))[-1]
    with pytest.raises(ValueError, match="needs a clock"):
        decide("mastery", registry.get("mastery").start(), level=level)


def test_the_caller_may_stop_it():
    level = list_levels(registry.get("mastery"))[-1]
    decision = decide("mastery", registry.get("mastery").start(), level=level, stop=lambda: True)
    assert decision.turn
    assert decision.nodes < 100


def test_level_1_misses_some_of_its_turns_and_never_all():
    position = registry.get("mastery").start()
    blind = Level(turns=1, misses=1.0)
    turns = {decide("mastery", position, level=blind, seed=seed).turn for seed in range(3)}
    assert turns <= set(position.legal_moves())


@pytest.mark.parametrize("slug", GAMES)
def test_level_1_overlooks_a_capture_that_it_would_else_make(slug):
    """With what it sees, it takes there whatever the seed; as it misses most of its turns, it often does not."""
    ruleset, position = registry.get(slug), registry.get(slug).read(TAKES[slug])
    first = replace(list_levels(ruleset)[0], noise=0)

    def count_captures(level: Level) -> int:
        history = [ruleset.start()] * OPENING_PLIES
        turns = [decide(slug, position, history=history, level=level, seed=seed).turn for seed in range(30)]
        return sum(not ruleset.is_quiet(turn) for turn in turns)

    assert count_captures(replace(first, misses=0.0)) == 30
    assert 1 <= count_captures(first) <= 25


@pytest.mark.parametrize("slug", GAMES)
def test_a_level_that_overlooks_answers_sees_them_less_often_and_the_same_ones_for_a_seed(slug):
    """Positions in which the best turn of a whole search loses what it gains."""
    ruleset, found = registry.get(slug), []
    for position in islice(meet(slug, seed=14), 8, 60, 5):
        level, before = Level(turns=1, captures=4), [ruleset.start()] * OPENING_PLIES
        scores = [
            decide(slug, position, history=before, level=replace(level, overlooks=share)).score
            for share in (0.0, 0.5, 0.5, 1.0)
        ]
        assert scores[1] == scores[2]
        assert scores[0] <= scores[1] <= scores[3], "what is not seen can only do good"
        found.append(scores[0] < scores[3])
    assert any(found)


@each_row("number", [1, 2, 3])
@each_row("slug", GAMES)
def test_a_level_that_is_better_does_not_come_back_to_a_position(slug, number):
    ruleset, position = registry.get(slug), registry.get(slug).read(BETTER[slug])
    level, before = list_levels(ruleset)[number - 1], [ruleset.start()] * OPENING_PLIES
    chosen = position.play(decide(slug, position, history=before, level=level).turn)
    again = decide(slug, position, history=[*before[1:], chosen], level=level)
    assert position.play(again.turn).repetition_key() != chosen.repetition_key()


@pytest.mark.parametrize("slug", GAMES)
def test_a_level_in_the_middle_beats_a_random_player(slug):
    ruleset = registry.get(slug)
    level = find_offered(ruleset, "regular")
    for side in (0, 1):
        rng, history, position = Random(side), [], ruleset.start()
        while not position.outcome() and len(history) < 200:
            if position.turn == side:
                turn = decide(slug, position, history=history, level=level).turn
            else:
                turn = rng.choice(position.legal_moves())
            history.append(position)
            position = position.play(turn)
        assert position.outcome()
        assert position.outcome().winner == side


@pytest.mark.parametrize("slug", GAMES)
def test_levels_from_4_on_resign_a_game_that_is_lost_and_none_that_begins(slug):
    """Against the first three a learner has to find the win."""
    ruleset = registry.get(slug)
    for number, level in enumerate(map(hurry, list_levels(ruleset)), 1):
        assert decide(slug, ruleset.read(LOST[slug]), level=level).resigns is (number > 3), level
        assert not decide(slug, ruleset.start(), level=level).resigns, level


def test_it_resigns_when_lost_and_without_a_legal_turn():
    ruleset = registry.get("mastery")
    lost = ruleset.read("8/8/8/2p5/3mmm2/2oooo2/5P2/M7 d M2O4P5/M0O0P5 - imperial,ross")
    strong, gentle = Level(nodes=500, resigns_at=1_500), Level(nodes=500)
    assert decide("mastery", lost, level=strong).resigns
    assert not decide("mastery", lost, level=gentle).resigns
    assert not decide("mastery", ruleset.start(), level=strong).resigns
    stuck = registry.get("master").read("12/12/12/12/12/12/12/12/1a10/M10m r")
    assert decide("master", stuck) == Decision(None, 0, resigns=True, offers_draw=False, nodes=0)


def test_it_does_not_resign_over_a_turn_that_fails_while_others_were_not_tried():
    """Its nodes come to an end where what it would have played is seen to lose, and before another turn is tried."""
    position = registry.get("masters").read("10/10/10/10/10/5P4/3St5/10/10/h5G3/4D5/3p1hA3 f -/- -/- -")
    decision = decide("masters", position, level=Level(nodes=2_500, resigns_at=2_000))
    assert (decision.resigns, decision.score > -2_000) == (False, True)


def test_a_game_that_was_just_dropped_in_is_played_well_at_once(crossing):
    position = crossing.start()
    assert isinstance(make_tree(position, ruleset=crossing), ContractTree)
    rng, won = Random(1), 0
    for number in range(10):
        history, position = [], crossing.start()
        while position.legal_moves():
            if position.turn == number % 2:
                level = replace(find_offered(crossing, "strong"), nodes=150)
                turn = choose(position, ruleset=crossing, history=history, level=level, seed=number).turn
            else:
                turn = rng.choice(position.legal_moves())
            history.append(position)
            position = position.play(turn)
        outcome = position.outcome()
        won += (outcome.winner if outcome else 1 - position.turn) == number % 2
    assert won >= 8
