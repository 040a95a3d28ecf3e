"""What the computer's games against itself say of a game, for its rules page: of its set-ups, and of the levels.

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
NO_BREAK = "\N{NO-BREAK SPACE}"
"""Keeps an Elo on one line, or its brackets, however narrow the table is."""


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
    time: str
    """How much of its time the level had, if it thinks by the clock: '10 % of its time', 'all of its time'."""
    wins: int
    draws: int
    losses: int
    elo: str

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Measured:
    """All that was measured of a game; either part may be empty. `told` says when, and of which state of the site."""

    set_ups: tuple[SetUp, ...]
    set_ups_told: str
    nodes: int
    levels: tuple[Match, ...]
    levels_told: str


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
        set_ups_told=_tell_state([played]) if played else "",
        nodes=played.get("nodes", 0),
        levels=tuple(_describe_match(row, numbers=numbers, by_clock=row["level"] in timed) for row in known),
        levels_told=_tell_state(known) if known else "",
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
    part = round(100 * row["share_of_time"])
    time = f"{'all' if part == 100 else f'{part}{NO_BREAK}%'} of its time" if by_clock else ""
    low, middle, high = row["elo"]
    elo = f"{low:+}~or~more" if high >= CAPPED else f"{middle:+} ({low:+}~to~{high:+})"
    elo = elo.replace("-", "−").replace("~", NO_BREAK)
    beside = numbers[row["beside"]] if row["beside"] else None
    return Match(numbers[row["level"]], beside, time, row["wins"], row["draws"], row["losses"], elo)


def _tell_state(rows: list[Mapping[str, Any]]) -> str:
    """'22 November 2026, commit a90474a'."""
    found = sorted({(row["date"], row["commit"]) for row in rows})
    day = date.fromisoformat(found[-1][0])
    commits = ", ".join(dict.fromkeys(commit for _, commit in found))
    return f"{day:%-d %B %Y}, commit{'' if ',' not in commits else 's'} {commits}"
