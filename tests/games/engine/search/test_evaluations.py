"""What the evaluation of Mastery sees of a position, beside what the rules say in words."""

from dataclasses import replace
from itertools import islice

import pytest

from engine.games.mastery.evaluation import WEIGHTS, Evaluation
from engine.games.mastery.tree import Tree
from tests.games.engine.search.plain import meet

MASTERS_ZONE = {(0, 2), (1, 1)}
OFFICERS_ZONE = {(0, 1), (1, 1)}


def weigh(position, term) -> int:
    """How often a term counts for the side to move."""
    raised = replace(WEIGHTS, **{term: getattr(WEIGHTS, term) + 1})
    one, other = (Tree(position, evaluation=Evaluation(weights)).evaluate() for weights in (raised, WEIGHTS))
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
        assert weigh(position, f"rules_{name}") == own, position.text()
        assert weigh(position, f"ruled_{name}") == -threatened, position.text()
        met += threatened
    assert met
