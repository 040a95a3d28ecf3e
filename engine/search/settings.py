"""What a search may use and how far it may go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

WIN = 1_000_000
"""The score of a won position; of one that is won n half turns later, n less."""
WON = WIN - 10_000
"""Whatever scores more than this is a win that was found, not guessed."""
HALVES = 2
"""Depths and distances count in half turns, for a turn may have two steps."""


@dataclass(frozen=True, slots=True)
class Devices:
    """What makes a search faster. A bench switches them off one by one."""

    table: bool = True
    killers: bool = True
    history: bool = True
    windows: bool = True
    """Principal variation search, and a narrow window around the score of the depth before."""
    futility: bool = True
    """Quiet steps that end the last turn are not tried where they cannot be enough."""
    quiescence: int = 6
    """At most so many captures are followed beyond the depth."""
    gains: int = 100
    """A capture that cannot gain enough by so much is not followed at the end; 0 for all are."""
    deeper: bool = True
    """Whether the table may answer with what a deeper search found."""


EXACT = Devices(futility=False, deeper=False)
"""Whatever changes no score: the best score is that of a plain minimax of this depth.

Repetitions alone may be scored otherwise: the table keeps a score without the positions that its line had met before.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search ends: after so many nodes, at this depth in turns, or soon after `stop()` says so."""

    nodes: int | None = None
    turns: int = 60
    whole: bool = False
    """Whether whole turns alone are searched and told, where a turn may have two steps: what the last depth found that
    was finished, so that the scores of positions can be compared."""
    stop: Callable[[], bool] | None = field(default=None, compare=False)
    """Asked every `PATIENCE` nodes, a millisecond or so apart."""


PATIENCE = 16
"""Nodes between two questions whether to stop: a millisecond, or some where a game is searched over the contract."""


def stop_after(seconds: float, *, clock: Callable[[], float]) -> Callable[[], bool]:
    """A `stop` for a limit of time. The engine reads no clock, so that one is handed in: `time.monotonic`."""
    end = clock() + seconds
    return lambda: clock() >= end
