"""A search knows the draw by a hundred quiet turns, in games that have it."""

from random import Random

import pytest

from engine import registry
from engine.contract import Side
from engine.house_draws import QUIET_TURNS, ends_by_quiet_turns
from engine.level import Level
from engine.search import playing, quieting
from engine.search.analysing import judge
from engine.search.fallback import ContractTree
from engine.search.finding import make_tree
from engine.search.quieting import QuietTree, count_quiet_turns
from tests.rows import each_row

SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
BETTER = "4m3/1pom4/1m2op2/2p5/2p2P1P/8/2PM4/5M2 l M1O4P3/M0O2P2 e1xf1 imperial,ross"
"""Light, who moves, is better, and its best turns take nothing."""


def walk(tree, rng: Random, *, turns: int) -> None:
    """Plays turns by chance, and looks after each whether the tree counts as the rules do."""
    ruleset, quiet = registry.get(tree.slug), 70
    position = tree.position
    for _ in range(turns):
        moves = sorted(position.legal_moves())
        if not moves or tree.counted.ended() is not None:
            return
        steps = [*tree.counted.captures(), *tree.counted.quiets()]
        step = rng.choice(steps)
        tree.counted.make(step)
        rest = tree.counted.rest()
        if rest is not None:
            tree.counted.make(rest)
            tree.counted.unmake()
            tree.counted.unmake()
            text = tree.counted.write((step, rest))
            tree.counted.make(step)
            tree.counted.make(rest)
        else:
            tree.counted.unmake()
            text = tree.counted.write((step,))
            tree.counted.make(step)
        position = position.play(text)
        quiet = quiet + 1 if ruleset.is_quiet(text) else 0
        assert tree.counted.counts[-1] == quiet
        assert tree.counted.side == position.turn


class Walked:
    def __init__(self, slug: str) -> None:
        self.slug = slug
        ruleset = registry.get(slug)
        self.position = ruleset.start()
        self.counted = QuietTree(make_tree(self.position, ruleset=ruleset), ruleset.is_quiet, 70)


@each_row("slug", SLUGS)
@each_row("seed", range(4))
def test_it_counts_as_the_rules_do(slug, seed):
    walk(Walked(slug), Random(seed), turns=60)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_hundredth_quiet_turn_is_a_draw(slug):
    ruleset = registry.get(slug)
    position = ruleset.start()
    tree = count_quiet_turns(make_tree(position, ruleset=ruleset), ruleset=ruleset, quiet=QUIET_TURNS - 1)
    assert tree.ended() is None
    key = tree.key()
    tree.make(tree.quiets()[0])
    if tree.rest() is not None:
        assert tree.ended() is None, "in the middle of a turn"
        tree.make(tree.rest())
    assert tree.ended() == 0
    tree.forget()
    assert tree.key() != key
    with pytest.raises(IndexError):
        tree.unmake()


@pytest.mark.parametrize("quiet", [None, 0, QUIET_TURNS - quieting.SIGHT - 1])
def test_a_search_that_cannot_come_to_it_is_as_fast_as_ever(quiet):
    ruleset = registry.get("mastery")
    tree = make_tree(ruleset.start(), ruleset=ruleset)
    assert count_quiet_turns(tree, ruleset=ruleset, quiet=quiet) is tree


def choose(quiet: int | None):
    how = {"ruleset": registry.get("mastery"), "history": [], "level": Level(nodes=4000, turns=6), "seed": 1}
    return playing.choose(how["ruleset"].read(BETTER), quiet=quiet, **how)


def test_whoever_stands_better_takes_something_before_the_hundredth_turn():
    assert choose(None).score > 100
    assert "x" not in choose(None).turn
    assert "x" in choose(QUIET_TURNS - 1).turn
    assert choose(QUIET_TURNS - 1).score > 0


def test_an_analysis_knows_it_too():
    ruleset = registry.get("mastery")
    usual, near = (judge(ruleset.start(), ruleset=ruleset, history=[], nodes=300, quiet=quiet) for quiet in (None, 99))
    assert near.score == 0 != usual.score


def test_any_game_that_has_no_tree_of_its_own_can_be_counted():
    ruleset = registry.get("mastery")
    tree = count_quiet_turns(ContractTree(ruleset.start(), ruleset=ruleset), ruleset=ruleset, quiet=99)
    tree.make(tree.quiets()[0])
    assert (tree.ended(), tree.side) == (0, Side.SECOND)


def test_only_the_options_of_a_game_make_it_a_draw():
    assert ends_by_quiet_turns({"draws": ("quiet-50",)})
    assert not ends_by_quiet_turns({"draws": ["repetition"]})
    assert not ends_by_quiet_turns({})
