"""The search finds what a plain minimax finds, comes to the same end whenever it is asked, and stops when told to."""

from itertools import islice, pairwise

import pytest

from engine import registry
from engine.search.analysing import judge
from engine.search.fallback import ContractTree
from engine.search.finding import make_tree
from engine.search.playing import choose, list_levels
from engine.search.searching import Search
from engine.search.settings import EXACT, PATIENCE, WIN, Devices, Limits, stop_after
from tests.games.engine.search import agreement
from tests.games.engine.search.plain import meet, thin
from tests.rows import each_row


def search(position, slug, **given):
    ruleset = registry.get(slug)
    tree = given.pop("tree", None) or make_tree(position, ruleset=ruleset)
    return Search(tree, **given).run()


@each_row(
    ("slug", "number", "turns", "captures"),
    [
        ("mastery", 4, 2, 0),
        ("mastery", 1, 2, 1),
        ("masters", 8, 2, 0),
        ("masters", 5, 2, 1),
        ("master", 1, 2, 0),
        ("master", 2, 1, 2),
    ],
)
def test_its_best_score_is_that_of_a_plain_minimax(slug, number, turns, captures):
    for position in islice(agreement.list_positions(slug, seed=captures), number):
        found, expected = agreement.score_both(position, slug=slug, turns=turns, captures=captures)
        assert found == expected, position.text()


@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
def test_the_same_position_gets_the_same_answer_with_the_same_seed(slug):
    for position in islice(meet(slug, seed=8), 20, 24):
        first, again = (search(position, slug, limits=Limits(nodes=1500), noise=30, seed=5) for _ in range(2))
        assert first == again
        assert first.nodes <= 1500


@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
def test_a_stopped_search_looks_at_no_further_node_and_has_an_answer(slug):
    """Asked every few nodes, it stops within milliseconds: `make bench-search` tells how long a node takes."""
    for position in islice(meet(slug, seed=9), 30, 36):
        answers = iter([False] * 99 + [True])  # to ask once more would raise StopIteration
        found = search(position, slug, limits=Limits(stop=lambda answers=answers: next(answers)))
        assert found.nodes <= 100 * PATIENCE
        assert make_tree(position, ruleset=registry.get(slug)).write(found.line) in position.legal_moves()


def test_it_asks_whether_to_stop_every_few_nodes():
    asked = []
    position = registry.get("mastery").start()
    found = search(position, "mastery", limits=Limits(nodes=4000, stop=lambda: asked.append(1)))
    assert found.nodes == 4000
    assert len(asked) == 4000 // PATIENCE - 1


def test_a_limit_of_time_is_told_by_the_clock_that_is_handed_in():
    now = [10.0]
    stop = stop_after(3, clock=lambda: now[0])
    assert not stop()
    now[0] = 13.0
    assert stop()


def test_with_no_time_at_all_it_still_gives_a_legal_turn():
    for slug in ("mastery", "master", "masters"):
        position = registry.get(slug).start()
        found = search(position, slug, limits=Limits(nodes=1))
        assert make_tree(position, ruleset=registry.get(slug)).write(found.line) in position.legal_moves()


class Graph:
    """A toy: places joined by ways, each worth something to the side that has to move there."""

    stepwise = False

    def __init__(self, ways, worth):
        self.ways, self.worth, self.met, self.side = ways, worth, ["a"], 0

    def captures(self):
        return []

    def quiets(self):
        return [ord(place) for place in self.ways.get(self.met[-1], "")]

    def rest(self):
        return None

    def make(self, step):
        self.met.append(chr(step))
        self.side ^= 1

    def unmake(self):
        if len(self.met) == 1:
            raise IndexError
        self.met.pop()
        self.side ^= 1

    def ended(self):
        return None

    def board(self):
        return self.met[-1], self.side

    key = board

    def evaluate(self):
        return self.worth.get(self.met[-1], 0)


@each_row("turns", range(4, 13))
def test_a_circle_is_worth_what_it_is_to_the_one_who_is_worse_off_in_it(turns):
    """The one who begins goes round in a circle with the other, rather than have no way from y."""
    ways = {"a": "bx", "b": "c", "c": "d", "d": "a", "x": "y"}
    worth = {"a": -50, "b": 50, "c": -50, "d": 50, "x": 500, "y": -500}
    found = search(None, "mastery", tree=Graph(ways, worth), limits=Limits(turns=turns))
    assert (chr(found.line[0]), found.score) == ("b", -50)


@each_row("turns", range(4, 13))
def test_the_one_who_is_better_off_in_a_circle_leaves_it_for_less(turns):
    path = "xyzefghijklmn"
    ways = {"a": "bx", "b": "c", "c": "d", "d": "a", **dict(pairwise(path))}
    worth = {"a": 50, "b": -50, "c": 50, "d": -50}
    worth |= {each: 20 if place % 2 else -20 for place, each in enumerate(path)}
    found = search(None, "mastery", tree=Graph(ways, worth), limits=Limits(turns=turns))
    assert (chr(found.line[0]), found.score) == ("x", 20)


def test_the_third_time_is_a_draw_where_the_game_says_so():
    ways, worth = {"a": "bc"}, {"b": 300, "c": 400}
    given = {"limits": Limits(turns=1), "past": [("b", 1)] * 2}
    found = search(None, "mastery", tree=Graph(ways, worth), **given)
    assert (found.line, found.score) == ((ord("b"),), -300), "a game without that rule goes on as it was"
    found = search(None, "mastery", tree=Graph(ways, worth), drawn_by_three=True, **given)
    assert (found.line, found.score) == ((ord("b"),), 0)
    once = given | {"past": [("b", 1)]}
    assert search(None, "mastery", tree=Graph(ways, worth), drawn_by_three=True, **once).score == -300


def test_the_one_who_is_better_does_not_return_to_a_position_of_the_game():
    ways, worth = {"a": "bc"}, {"b": -300, "c": -100}
    assert search(None, "mastery", tree=Graph(ways, worth), limits=Limits(turns=1)).line == (ord("b"),)
    found = search(None, "mastery", tree=Graph(ways, worth), limits=Limits(turns=1), past=[("b", 1)])
    assert (found.line, found.score) == ((ord("c"),), 100)


def test_no_level_that_looks_ahead_plays_into_a_loss_because_the_position_stood_before():
    """Found from outside: with it in the history, scores of 0 hid that the general falls."""
    ruleset = registry.get("masters")
    position = ruleset.read("10/10/4p5/S9/6t3/10/10/10/10/5PT3/5G1T2/6C3 f -/- -/- -")
    before = position.play("Pe10-e11")
    for nodes in (2_500, 15_000):
        judged = judge(position, ruleset=ruleset, history=[before], nodes=nodes)
        assert judged.line[0] != "Pe10-e11"
        assert judged == judge(position, ruleset=ruleset, history=[], nodes=nodes)
    for level in list_levels(ruleset):
        if level.nodes:
            chosen = choose(position, ruleset=ruleset, history=[before], level=level, seed=1)
            assert chosen.turn != "Pe10-e11", level.name


def test_a_position_without_a_step_is_lost():
    ruleset = registry.get("masters")
    position = next(iter(meet("masters", seed=1)))
    tree = ContractTree(position, ruleset=ruleset)
    tree.captures = tree.quiets = list
    assert search(position, "masters", tree=tree, limits=Limits(turns=2)).score == -WIN


def test_devices_change_how_much_is_looked_at_and_no_score():
    position = next(thin("mastery", seed=3, most=30))
    plain = Devices(table=False, killers=False, history=False, windows=False, futility=False)
    slow, fast = (search(position, "mastery", devices=devices, limits=Limits(turns=3)) for devices in (plain, EXACT))
    assert (slow.score, slow.turns) == (fast.score, fast.turns)
    assert fast.nodes < slow.nodes
