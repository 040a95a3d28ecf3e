"""What the computer's games against itself say of a game, for a page: of its set-ups, and of the levels.

`benches.setups` and `benches.ladder` write the files, for each game that was measured.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine import registry
from engine.contract import Ruleset, find_set_up
from engine.level import Level
from engine.search.playing import list_levels
from engine.words import Sentence

STAND_IN = "stand-in"
"""What a row of `measured.json` calls a stand-in for a newcomer: it takes what it can, and plays a fifth of its turns
at random."""
CAPPED = 790
"""An Elo beyond this says no more than that nearly every point was won."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """One set-up between equals; percent of the games, and turns of both sides."""

    name: str
    games: int
    first: int
    drawn: int
    too_long: int
    """Drawn since they took too many turns; they are in `drawn`, too."""
    second: int
    share: int
    """Of the points, for the side that moves first; `margin` more or less with 95 %."""
    margin: int
    plies: int
    shortest: int
    longest: int
    """Of the eight games in ten that are neither the shortest nor the longest."""


@dataclass(frozen=True, slots=True)
class Match:
    """A level against the one that was below it when they played, by the numbers that they have now."""

    level: int
    word: Sentence | None
    """Of the level, as in `Level`."""
    beside: int | None
    """None for somebody who is no level: a newcomer's stand-in, or who picks turns at random."""
    by_stand_in: bool
    """Whether it played a newcomer's stand-in."""
    share_of_time: int | None
    """Percent of its time that the level had; None for one that doesn't think by the clock."""
    wins: int
    draws: int
    losses: int
    low: str
    elo: str
    high: str
    """An Elo with its sign, and the ends of the range that holds the true one; `high` is empty where there is none."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> int:
        """Percent of the points that the level took, a draw counting half."""
        return round(100 * (self.wins + self.draws / 2) / self.games)

    @property
    def is_random(self) -> bool:
        """Whether it played somebody who picks turns at random."""
        return self.beside is None and not self.by_stand_in


@dataclass(frozen=True, slots=True)
class Measured:
    """All that was measured of a game, and when; either part may be empty, and then has no day."""

    set_ups: tuple[SetUp, ...]
    set_ups_on: date | None
    nodes: int
    levels: tuple[Match, ...]
    levels_on: date | None


def read_measured(ruleset: Ruleset) -> Measured | None:
    """What was measured of a game; None where nothing was."""
    played, rows = _read(ruleset, "set_ups.json") or {}, _read(ruleset, "measured.json") or []
    if not played and not rows:
        return None
    levels = {level.name: level for level in list_levels(ruleset)}
    known = [row for row in rows if row["level"] in levels and row["beside"] in {None, STAND_IN, *levels}]
    return Measured(
        set_ups=tuple(_describe_set_up(row, ruleset=ruleset) for row in played.get("set_ups", ())),
        set_ups_on=_find_last_day([played] if played else []),
        nodes=played.get("nodes", 0),
        levels=tuple(_describe_match(row, levels=levels) for row in known),
        levels_on=_find_last_day(known),
    )


def _read(ruleset: Ruleset, name: str) -> Any:
    path = registry.find_file(ruleset.slug, name)
    return json.loads(path.read_text()) if path else None


def _describe_set_up(row: Mapping[str, Any], *, ruleset: Ruleset) -> SetUp:
    games, share = row["games"], (row["first"] + row["draws"] / 2) / row["games"]
    spread = (row["first"] + row["draws"] / 4) / games - share * share
    option = find_set_up(ruleset)
    names = {choice.value: choice.label for choice in option.choices} if option else {}
    return SetUp(
        name=names.get(row["options"].get(option.name), "") if option else "",
        games=games,
        first=round(100 * row["first"] / games),
        drawn=round(100 * row["draws"] / games),
        too_long=round(100 * row["too_long"] / games),
        second=round(100 * row["second"] / games),
        share=round(100 * share),
        margin=round(196 * math.sqrt(max(spread, 0.25 / games) / games)),
        plies=round(row["plies"]),
        shortest=row["shortest_tenth"],
        longest=row["longest_tenth"],
    )


def _describe_match(row: Mapping[str, Any], *, levels: Mapping[str, Level]) -> Match:
    """`levels` are those offered, by their names, weakest first."""
    low, middle, high = row["elo"]
    numbers, level = {name: number for number, name in enumerate(levels, 1)}, levels[row["level"]]
    return Match(
        level=numbers[level.name],
        word=level.word,
        beside=numbers.get(row["beside"]),
        by_stand_in=row["beside"] == STAND_IN,
        share_of_time=round(100 * row["share_of_time"]) if level.seconds is not None else None,
        wins=row["wins"],
        draws=row["draws"],
        losses=row["losses"],
        low=_sign(low),
        elo=_sign(middle),
        high=_sign(high) if high < CAPPED else "",
    )


def _sign(elo: int) -> str:
    return f"{elo:+}".replace("-", "\N{MINUS SIGN}")


def _find_last_day(rows: list[Mapping[str, Any]]) -> date | None:
    return max((date.fromisoformat(row["date"]) for row in rows), default=None)
