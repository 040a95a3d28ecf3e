"""How strong the levels are, as pages show it. Each process keeps it for a minute, so that a page needs no query."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from computers.models import LevelStrength
from computers.words import levels as words
from core.words import Said
from engine import glicko, registry
from engine.search.playing import find_level
from games.reading.ratings import may_see_ratings

KEPT = 60
"""Seconds until every process shows what was worked out anew."""


class Shown(NamedTuple):
    """The strength of a level, as it is shown."""

    user_id: int
    """Of the computer's account."""
    slug: str
    level: str
    rating: int
    margin: int
    games: int

    def tell(self) -> Said:
        """“Mastery, steady player, plays like 1480 ± 90 (46 games)”."""
        ruleset = registry.get(self.slug)
        level = find_level(ruleset, self.level)
        told = level.word() if level and level.word else self.level
        return words.PLAYS_LIKE(ruleset=ruleset.name, level=told, **self.figures)

    @property
    def figures(self) -> dict[str, int]:
        return {"rating": self.rating, "margin": self.margin, "games": self.games}


_kept: tuple[float, tuple[Shown, ...]] = (0.0, ())


def read_strengths() -> tuple[Shown, ...]:
    """Those of the last twelve months that are known."""
    global _kept
    if _kept[0] <= time.monotonic():
        _kept = (time.monotonic() + KEPT, _read())
    return _kept[1]


def read_for(reader: Any) -> tuple[Shown, ...]:
    """Those that this reader sees: none, where they have switched ratings off for themselves."""
    return read_strengths() if may_see_ratings(reader) else ()


def forget() -> None:
    """Makes this process read them again."""
    global _kept
    _kept = (0.0, ())


def _read() -> tuple[Shown, ...]:
    rows = LevelStrength.objects.filter(year=LevelStrength.LATELY).select_related("computer").order_by("computer")
    return tuple(
        Shown(
            row.computer.user_id,
            row.computer.ruleset_slug,
            row.computer.level_name,
            glicko.show(row.rating),
            glicko.show(row.margin),
            row.games,
        )
        for row in rows
    )
