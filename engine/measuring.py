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
from engine.search.playing import list_levels, number_levels

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
    beside: int | None
    """None for somebody who picks turns at random."""
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
    numbers = number_levels(ruleset)
    timed = {level.name for level in list_levels(ruleset) if level.seconds is not None}
    known = [row for row in rows if row["level"] in numbers and (row["beside"] or row["level"]) in numbers]
    return Measured(
        set_ups=tuple(_describe_set_up(row, ruleset=ruleset) for row in played.get("set_ups", ())),
        set_ups_on=_find_last_day([played] if played else []),
        nodes=played.get("nodes", 0),
        levels=tuple(_describe_match(row, numbers=numbers, by_clock=row["level"] in timed) for row in known),
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


def _describe_match(row: Mapping[str, Any], *, numbers: Mapping[str, int], by_clock: bool) -> Match:
    low, middle, high = row["elo"]
    return Match(
        level=numbers[row["level"]],
        beside=numbers[row["beside"]] if row["beside"] else None,
        share_of_time=round(100 * row["share_of_time"]) if by_clock else None,
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
