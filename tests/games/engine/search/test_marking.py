"""Which turns of a game are looked at again, and which are marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import Side
from engine.search.marking import MOST_AGAIN, MOST_SWINGS, SUSPECT, Judged, find_suspects, find_swings
from tests.rows import each_row

FIRST, SECOND = Side


def alternate(number: int) -> list[tuple[Side, str]]:
    return [(Side(ply % 2), f"turn {ply + 1}") for ply in range(number)]


@each_row(
    ("chances", "again"),
    [
        ([0.5, 0.5, 0.5], []),
        ([0.5, 0.5 - SUSPECT + 0.01, 0.5], []),
        pytest.param([0.5, 0.3, 0.3], [0, 1], id="a fall of the first side"),
        pytest.param([0.5, 0.5, 0.7], [1, 2], id="a fall of the second side"),
        pytest.param([0.5, 0.5, 0.3, 0.3], [0, 1, 2], id="what the second side gained, the turn before gave away"),
        pytest.param([0.7, 0.9], [0, 1], id="a gain by the first turn"),
        pytest.param([0.08, 0.04, 0.04], [0, 1], id="half of the little that was left"),
        pytest.param([0.92, 0.92, 0.96], [1, 2], id="the same of the second side"),
        pytest.param([0.004, 0.0], [], id="of nothing"),
        ([], []),
        ([0.5], []),
    ],
)
def test_positions_around_turns_at_which_chances_changed_are_looked_at_again(chances, again):
    assert find_suspects(alternate(len(chances)), chances) == again


@given(st.lists(st.floats(0, 1), max_size=500))
def test_never_more_positions_than_the_bound_are_looked_at_again(chances):
    again = find_suspects(alternate(len(chances)), chances)
    assert len(again) <= MOST_AGAIN
    assert again == sorted(set(again))
    assert set(again) <= set(range(len(chances)))


def test_the_dearest_come_first_where_there_are_too_many():
    chances = [0.5, 0.3] * 100 + [0.9, 0.1]
    assert {200, 201} <= set(find_suspects([(FIRST, "")] * 201, chances))


def mark(before: float, after: float, *, side: Side = FIRST, best: str = "better", settled=(True, True)) -> list[str]:
    """The kind of mark, if there is one, of a turn that took the first side's chances from one to the other."""
    one, other = Judged(0, 0, before, best, settled[0]), Judged(1, 0, after, "", settled[1])
    return [swing.kind for swing in find_swings([(side, "played")], [one, other])]


@each_row(
    ("told", "kinds"),
    [
        ({"before": 0.5, "after": 0.25}, ["blunder"]),
        ({"before": 0.5, "after": 0.35}, ["mistake"]),
        ({"before": 0.5, "after": 0.45}, []),
        ({"before": 0.08, "after": 0.02}, ["slip"]),
        ({"before": 0.004, "after": 0.0}, []),
        ({"before": 0.25, "after": 0.5}, []),
        ({"before": 0.25, "after": 0.5, "side": SECOND}, ["blunder"]),
        ({"before": 0.92, "after": 0.98, "side": SECOND}, ["slip"]),
        pytest.param({"before": 0.9, "after": 0.1, "best": "played"}, [], id="the best turn"),
        pytest.param({"before": 0.9, "after": 0.1, "best": ""}, [], id="nothing better is known"),
        pytest.param({"before": 0.9, "after": 0.1, "settled": (True, False)}, [], id="a second look is to come"),
        pytest.param({"before": 0.9, "after": 0.1, "settled": (False, True)}, [], id="the same before it"),
    ],
)
def test_a_turn_is_marked_by_what_it_cost(told, kinds):
    assert mark(**told) == kinds


def test_at_most_so_many_are_marked_the_dearest_in_the_order_of_the_game():
    judged = [Judged(ply, 0, chance, "better") for ply, chance in enumerate([0.5, 0.3] * 60 + [0.9, 0.1])]
    swings = find_swings([(FIRST, "played")] * 200, judged)
    assert len(swings) == MOST_SWINGS
    assert [swing.ply for swing in swings] == sorted(swing.ply for swing in swings)
    assert swings[-1].ply == len(judged) - 1
