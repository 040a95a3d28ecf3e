"""What people read in place of the name of an account that is nobody's: “Computer, level 1 (beginner)”."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeVar

from accounts.profile.names import FORMER_LEVELS, call_computer
from accounts.words.people import (
    COMPUTER,
    COMPUTER_OF_FORMER_LEVEL,
    COMPUTER_OF_NAMELESS_LEVEL,
    COMPUTER_OF_NUMBER,
    GUEST,
)
from core.words import form
from engine import registry
from engine.contract import Ruleset
from engine.level import Level
from engine.search.playing import list_levels, list_retired
from engine.words import Said

V = TypeVar("V")
_NUMBERED = re.compile(r"(.+)-level-([0-9]+)[a-z]?")
"""As older versions called them, by the numbers of their levels."""


def tell_name(username: str, *, kind: str) -> str:
    """What people read in place of the name of an account of this kind, as `User.Kind` has them."""
    if kind == "person":
        return username
    return tell_computer(username) if kind == "computer" else str(GUEST())


def tell_computer(username: str) -> str:
    """What people read in place of this name of a computer; the name itself where its level is not known."""
    said = _find(username, _list_known(registry.all_rulesets()))
    return form(said) if said else username


def is_of_former_level(username: str) -> bool:
    """Whether a computer of this name plays a level that is offered no more, so that it takes no new game."""
    return _find(username, _list_retired(registry.all_rulesets())) is not None


def find_place(username: str) -> int:
    """The number of the level that a computer of this name plays; 0 for one that is offered no more, or is unknown."""
    return _find(username, _list_places(registry.all_rulesets())) or 0


def tell_level(ruleset: Ruleset, level: str) -> str:
    """A level of a game, as the computer that plays it is called."""
    return tell_computer(call_computer(ruleset.slug, level))


@lru_cache(maxsize=4)
def _list_known(rulesets: tuple[Ruleset, ...]) -> dict[str, Said]:
    offered = {
        call_computer(ruleset.slug, level.name): (
            COMPUTER(number=number, level=level.word()) if level.word else COMPUTER_OF_NUMBER(number=number)
        )
        for ruleset in rulesets
        for number, level in enumerate(list_levels(ruleset), 1)
    }
    return {**offered, **_list_retired(rulesets)}


@lru_cache(maxsize=4)
def _list_places(rulesets: tuple[Ruleset, ...]) -> dict[str, int]:
    return {
        call_computer(ruleset.slug, level.name): number
        for ruleset in rulesets
        for number, level in enumerate(list_levels(ruleset), 1)
    }


@lru_cache(maxsize=4)
def _list_retired(rulesets: tuple[Ruleset, ...]) -> dict[str, Said]:
    return {
        call_computer(ruleset.slug, level.name): _tell_retired(level)
        for ruleset in rulesets
        for level in list_retired(ruleset)
    }


def _tell_retired(level: Level) -> Said:
    return COMPUTER_OF_FORMER_LEVEL(level=level.word()) if level.word else COMPUTER_OF_NAMELESS_LEVEL()


def _find(username: str, known: dict[str, V]) -> V | None:
    return known.get(username) or known.get(username[:-1]) or _read_numbered(username, known)


def _read_numbered(username: str, known: dict[str, V]) -> V | None:
    found = _NUMBERED.fullmatch(username)
    if not found or not 0 < int(found[2]) <= len(FORMER_LEVELS):
        return None
    return known.get(call_computer(found[1], FORMER_LEVELS[int(found[2]) - 1]))
