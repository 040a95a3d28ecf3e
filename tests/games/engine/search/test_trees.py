"""What the search's own view of a position says is what the rules say, for every game, and it can be taken back."""

from contextlib import suppress
from functools import reduce
from itertools import islice
from random import Random

import pytest

from engine import registry
from engine.contract import IllegalMove
from engine.search.fallback import ContractTree
from engine.search.finding import make_tree
from tests.games.engine.search.plain import meet
from tests.rows import each_row

GAMES = [
    ("mastery", {}),
    ("mastery", {"setup": "draume-crown", "rules": "woag"}),
    ("master", {}),
    ("masters", {}),
]
HOW_MANY = {"mastery": 300, "master": 12, "masters": 120}


def list_turns(tree):
    """The steps of every turn."""
    side, turns = tree.side, []
    for step in (*tree.captures(), *tree.quiets()):
        tree.make(step)
        if tree.side != side:
            turns.append((step,))
        else:
            assert tree.quiets()[0] == tree.rest()
            turns += [(step, second) for second in (*tree.captures(), *tree.quiets())]
        tree.unmake()
    return turns


def make_whole(position, ruleset):
    """The tree, which for Mastery lists each square for a piece to come back to."""
    tree = make_tree(position, ruleset=ruleset)
    if hasattr(tree, "every"):
        tree.every = True
    return tree


def look(tree):
    return tree.side, tree.key(), tree.board(), tree.ended(), tree.evaluate(), tree.captures(), tree.quiets()


@each_row(("slug", "options"), GAMES)
def test_a_tree_lists_the_legal_turns_and_stands_where_playing_leads(slug, options):
    ruleset, rng = registry.get(slug), Random(3)
    for position in islice(meet(slug, seed=1, **options), HOW_MANY[slug]):
        tree = make_whole(position, ruleset)
        before, turns = look(tree), list_turns(tree)
        assert sorted(map(tree.write, turns)) == sorted(position.legal_moves())
        for turn in rng.sample(turns, min(4, len(turns))):
            after = position.play(tree.write(turn))
            for step in turn:
                tree.make(step)
            assert look(tree)[:5] == look(make_whole(after, ruleset))[:5]
            if after.outcome() and after.outcome().termination != "no_legal_turn":
                assert tree.ended() == (1 if after.outcome().winner is after.turn else -1)
            for _ in turn:
                tree.unmake()
            assert look(tree) == before
        with pytest.raises(IndexError):
            tree.unmake()
        assert look(tree) == before


def cross(slug, **options):
    """Pairs of positions to which the same three turns lead, the first and the last of them in either order."""
    rng = Random(2)
    for position in islice(meet(slug, seed=2, **options), HOW_MANY[slug]):
        first, last = rng.choices(position.legal_moves(), k=2)
        answer = rng.choice([*position.play(first).legal_moves(), "resign"])
        with suppress(IllegalMove):
            orders = (first, answer, last), (last, answer, first)
            yield [reduce(lambda after, turn: after.play(turn), turns, position) for turns in orders]


@each_row(("slug", "options"), GAMES)
def test_positions_of_one_key_have_the_same_turns(slug, options):
    ruleset, met = registry.get(slug), 0
    for one, other in cross(slug, **options):
        if make_whole(one, ruleset).key() == make_whole(other, ruleset).key():
            assert sorted(one.legal_moves()) == sorted(other.legal_moves())
            met += 1
    assert met


def test_the_key_of_mastery_tells_apart_what_reflection_forbids():
    ruleset = registry.get("mastery")
    for position in meet("mastery", seed=7):
        board, side, lost, _, options = position.text().split()
        free = ruleset.read(f"{board} {side} {lost} - {options}")
        if len(free.legal_moves()) > len(position.legal_moves()):
            break
    one, other = make_tree(free, ruleset=ruleset), make_tree(position, ruleset=ruleset)
    assert free.repetition_key() == position.repetition_key()
    assert one.board() == other.board()
    assert one.key() != other.key()


@pytest.mark.parametrize("slug", ["mastery", "masters"])
def test_a_tree_over_the_contract_says_the_same_of_any_game(slug):
    ruleset, rng = registry.get(slug), Random(5)
    for position in islice(meet(slug, seed=4), 30):
        tree = ContractTree(position, ruleset=ruleset)
        steps = [*tree.captures(), *tree.quiets()]
        assert sorted(tree.write([step]) for step in steps) == sorted(position.legal_moves())
        before, step = look(tree), rng.choice(steps)
        text = tree.write([step])
        tree.make(step)
        assert tree.position.text() == position.play(text).text()
        tree.unmake()
        assert look(tree) == before
