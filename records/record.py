"""A record: a game written down, with all that is needed to play it through again. It knows no form and no reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from engine import registry
from engine.contract import Position, Ruleset, Side
from games.clock import Control

FORMAT = 1
"""Of the text and of the JSON. Within one number things are only added."""

Moment = date | datetime
"""The UTC day for the public, the instant in UTC for the two players."""
Options = Mapping[str, str | tuple[str, ...]]


class Played(NamedTuple):
    """A turn that stands."""

    text: str
    at: Moment | None = None
    left: timedelta | None = None
    """Of the time that its player had; in whole days for the public. None without a limit, and where it is unknown."""


class Withdrawn(NamedTuple):
    """A turn that was taken back."""

    ply: int
    """The number it had: that of the turn which stands in its place."""
    text: str
    at: Moment
    left: timedelta | None
    back_at: Moment


@lru_cache(maxsize=1 << 8)
def find_set_up(ruleset: Ruleset, options: tuple[tuple[str, Any], ...]) -> tuple[Position, str]:
    """The first position of these options, and its text."""
    position = ruleset.start(**dict(options))
    return position, position.text()


@dataclass(frozen=True, slots=True)
class Record:
    """Everything of a game that one reader is told."""

    slug: str
    revision: int
    options: Options
    opening: str
    start: str
    """The first position, as text."""
    first: str
    second: str
    turns: tuple[Played, ...]
    winner: Side | None = None
    termination: str = ""
    """Empty while the game goes on."""
    has_result: bool = True
    """False where a game that is over counts for nobody."""
    control: Control | None = None
    """None where the record does not say."""
    weekends: bool = False
    vacation_days: int = 0
    rated: bool = False
    started: Moment | None = None
    ended: Moment | None = None
    site: str = ""
    licence: str = ""
    taken_back: tuple[Withdrawn, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    """Tags that are not ours, kept as they were."""

    @property
    def ruleset(self) -> Ruleset:
        """Raises UnknownRuleset."""
        return registry.get(self.slug, revision=self.revision)

    @property
    def result(self) -> str:
        """As it ends the text: `1-0` where the first side won, `-` for a game without result, `*` for one that goes
        on."""
        if not self.termination:
            return "*"
        if not self.has_result:
            return "-"
        return "1/2-1/2" if self.winner is None else ("0-1" if self.winner else "1-0")

    def replay(self) -> Iterator[Position]:
        """The first position and the one after each turn. Raises BadPosition, IllegalMove."""
        usual, text = find_set_up(self.ruleset, tuple(self.options.items()))
        position = usual if text == self.start else self.ruleset.read(self.start)
        yield position
        for turn in self.turns:
            position = position.play(turn.text)
            yield position
