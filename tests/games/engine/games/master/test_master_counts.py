"""MASTER gives the published counts from the start, and the naive engine agrees where it is quick enough."""

from engine import registry
from tests.games.engine.games.master import naive_master

START = registry.get("master").start()


def test_start_has_the_published_moves_and_turns():
    turns = START.legal_moves()
    assert len({turn.split()[0] for turn in turns}) == 18
    assert len(turns) == 1458 == len(naive_master.start().legal())


def test_second_ply_has_the_published_turns():
    assert sum(len(START.play(turn).legal_moves()) for turn in START.legal_moves()) == 2_125_764
