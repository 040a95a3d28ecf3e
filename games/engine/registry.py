"""Finds the rulesets: every file of `rulesets/` is one game, and nothing else has to know of it."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from games.engine import rulesets
from games.engine.contract import LONGEST_NAME, Ruleset


class BadRuleset(ValueError):
    """A file of `rulesets/` holds a game that cannot be stored; `str(error)` says why."""


class UnknownRuleset(LookupError):
    """No file of `rulesets/` holds a game of that slug."""


@cache
def _found() -> dict[str, Ruleset]:
    names = sorted(module.name for module in pkgutil.iter_modules(rulesets.__path__))
    loaded = [import_module(f"{rulesets.__name__}.{name}").ruleset for name in names if not name.startswith("_")]
    for ruleset in loaded:
        _refuse_long_names(ruleset)
    return {ruleset.slug: ruleset for ruleset in loaded}


def _refuse_long_names(ruleset: Ruleset) -> None:
    """Raises BadRuleset before a game is started that could not be stored, or not be ended."""
    for name in (ruleset.slug, *ruleset.terminations):
        if not 0 < len(name) <= LONGEST_NAME:
            raise BadRuleset(
                f"“{name}” of {ruleset.name} has {len(name)} characters; 1 to {LONGEST_NAME} can be stored."
            )


def get(slug: str) -> Ruleset:
    """The ruleset of that slug. Raises UnknownRuleset, a LookupError."""
    try:
        return _found()[slug]
    except KeyError:
        raise UnknownRuleset(slug) from None


def all_rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset, in order of its file's name."""
    return tuple(_found().values())


def find_beside(ruleset: Ruleset, what: str) -> ModuleType | None:
    """The file `_<game>_<what>.py` that lies beside the file of a ruleset; None where there is none.

    It is imported when it is asked for: what only a search needs is loaded where one runs.
    """
    folder, _, game = type(ruleset).__module__.rpartition(".")
    return _import(f"{folder}._{game}_{what}") if folder else None


@cache
def _import(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


def refresh() -> None:
    """Forgets what was found, so that a file added since is seen (tests drop one in)."""
    _found.cache_clear()
    _import.cache_clear()
