"""What asking an invariant of a simulation has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant, how many cases it was asked of, and those that broke it."""

    sentence: str
    asked: int
    broken: list[str]
