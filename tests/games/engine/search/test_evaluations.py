"""What the evaluation of Mastery sees of a position, beside what the rules say in words."""

from dataclasses import replace
from itertools import islice

import pytest

from engine import registry
from engine.games.mastery.evaluation import AHEAD, WEIGHTS, Evaluation
from engine.games.mastery.tree import Tree
from tests.games.engine.search.plain import meet

LEVEL = replace(WEIGHTS, closes_in=0, shuts_in=0, trades=0)
"""Without what only a side that is well ahead looks at."""
MASTERS_ZONE = {(0, 2), (1, 1)}
OFFICERS_ZONE = {(0, 1), (1, 1)}


def weigh(position, term) -> int:
    """How often a term counts for the side to move."""
    raised = replace(LEVEL, **{term: getattr(LEVEL, term) + 1})
    one, other = (Tree(position, evaluation=Evaluation(weights)).evaluate() for weights in (raised, LEVEL))
    return one - other


def place(piece) -> tuple[int, int]:
    return ord(piece.square[0]), int(piece.square[1])


def find_distance(one, other) -> tuple[int, int]:
    """The smaller and the larger of the steps along files and ranks."""
    (file, rank), (other_file, other_rank) = place(one), place(other)
    return tuple(sorted((abs(file - other_file), abs(rank - other_rank))))


def count_ruled(position, kind, *, by) -> int:
    """Pieces of a kind that this side controls, if it has the power to control."""
    rulers = [piece for piece in position.pieces() if piece.side is by]
    zones = {"M": MASTERS_ZONE, "O": OFFICERS_ZONE if kind == "P" else set(), "P": set()}
    if {"O", "P"} - {piece.kind for piece in rulers}:
        return 0
    subjects = [piece for piece in position.pieces() if piece.side is not by and piece.kind == kind]
    return sum(any(find_distance(one, ruler) in zones[ruler.kind] for ruler in rulers) for one in subjects)


def count_exits(position, side) -> int:
    taken = {place(piece) for piece in position.pieces()}
    masters = [place(piece) for piece in position.pieces() if piece.kind == "M" and piece.side is side]
    beside = {(file + x, rank + y) for file, rank in masters for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return sum("a" <= chr(file) <= "h" and 1 <= rank <= 8 for file, rank in beside - taken)


def list_positions():
    return list(islice(meet("mastery", seed=6), 0, 400, 3))


def test_exits_are_empty_squares_beside_masters():
    for position in list_positions():
        exits = [count_exits(position, side) for side in (position.turn, position.turn.other)]
        assert weigh(position, "exits") == exits[0] - exits[1], position.text()


@pytest.mark.parametrize(("kind", "name"), [("P", "pawn"), ("O", "officer")])
def test_control_and_threatened_control_count_apart(kind, name):
    met = 0
    for position in list_positions():
        own, threatened = (count_ruled(position, kind, by=side) for side in (position.turn, position.turn.other))
        if kind == "P":
            assert weigh(position, "rules_pawn") == own, position.text()
        assert weigh(position, f"ruled_{name}") == -threatened, position.text()
        met += threatened
    assert met


def test_a_side_that_is_well_ahead_closes_in_and_shuts_the_enemy_masters_in():
    """Positions in which one term alone counts: where a piece or a way of a Master's is gone."""
    ruleset = registry.get("mastery")
    for term, better, worse in (
        ("closes_in", "m7/8/2O5/8/8/8/PP5p/MM5o", "m7/8/8/8/8/2O5/PP5p/MM5o"),
        ("shuts_in", "mO6/8/8/8/8/8/PP5p/MM5o", "m7/1O6/8/8/8/8/PP5p/MM5o"),
        ("trades", "m7/8/8/8/1O6/8/PP6/MM5o", "m7/8/8/8/1O6/8/PP5p/MM5o"),
    ):
        found = []
        for board in (better, worse):
            position = ruleset.read(f"{board} d {count_lost(board)} - imperial,ross")
            raised = replace(LEVEL, **{term: 10})
            one, other = (Tree(position, evaluation=Evaluation(weights)).evaluate() for weights in (raised, LEVEL))
            assert other > AHEAD
            found.append(one - other)
        assert found[0] > found[1], term


def count_lost(board: str) -> str:
    """What is off the board, as position text has it."""
    whole = {"M": 3, "O": 4, "P": 6}
    dark, light = (
        "".join(f"{kind}{number - board.count(kind if upper else kind.lower())}" for kind, number in whole.items())
        for upper in (True, False)
    )
    return f"{dark}/{light}"
