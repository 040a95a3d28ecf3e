"""What a ruleset may offer besides the contract, and may leave out: ask by `isinstance`.

The docstring of `engine.contract.Ruleset` says what each member means.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from engine.contract import IllegalMove, Position, Steps
from engine.words import Said


@runtime_checkable
class Remarks(Protocol):
    def remarks(self, before: Position, move: str, after: Position) -> Sequence[Said]: ...


@runtime_checkable
class Announces(Protocol):
    def announce(self, before: Position, move: str, after: Position) -> Sequence[Said]: ...


@runtime_checkable
class TellsOpening(Protocol):
    def tell_opening(self, opening: str, *, first: str, second: str) -> Said: ...


@runtime_checkable
class Explains(Protocol):
    def explain(self, position: Position, clicks: Sequence[str]) -> IllegalMove | None: ...


@runtime_checkable
class NamesStepsAt(Protocol):
    def steps_at(self, position: Position, move: str) -> Steps: ...


@runtime_checkable
class Prompts(Protocol):
    step_prompts: Mapping[str, str]


@runtime_checkable
class HasButtons(Protocol):
    step_buttons: Mapping[str, str]


@runtime_checkable
class StandsApart(Protocol):
    steps_apart: Collection[str]


@runtime_checkable
class ClicksLast(Protocol):
    steps_last: Collection[str]
