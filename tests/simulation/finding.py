"""The result of checking an invariant on a simulation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant, the number of cases checked, and the cases that broke it."""

    sentence: str
    asked: int
    broken: list[str]
