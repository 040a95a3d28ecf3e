"""Which house rules for draws a game is played by: `HOUSE_DRAWS` of `engine.contract` are those that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.contract import HOUSE_DRAWS

QUIET_TURNS = 100
"""So many turns in a row without a capture are a draw by the house rule `quiet-50`."""


def ends_by_repetition(options: Mapping[str, object]) -> bool:
    """Whether these options of a game make the third time of a position a draw."""
    return _has_draw(options, "repetition")


def ends_by_quiet_turns(options: Mapping[str, object]) -> bool:
    """Whether these options of a game make a hundred turns without a capture a draw."""
    return _has_draw(options, "quiet-50")


def _has_draw(options: Mapping[str, object], name: str) -> bool:
    chosen = options.get(HOUSE_DRAWS.name, ())
    return isinstance(chosen, Iterable) and name in chosen
