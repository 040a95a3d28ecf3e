"""What the engine and the naive second one have to agree on at a position."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import Position, Side


def assert_agreement(real: Position, naive: Any, turns: Iterable[str], *, sides: Mapping[str, Side]) -> None:
    """The same turns, each once, the same side to move and the same outcome; `sides` by the naive engine's letters."""
    assert sorted(real.legal_moves()) == sorted(turns)
    assert real.turn == sides[naive.side]
    expected, outcome = naive.outcome(), real.outcome()
    assert (outcome and (outcome.winner, outcome.termination)) == (expected and (sides[expected[0]], expected[1]))
