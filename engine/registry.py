"""Finds the games: every folder of `games/` is one, and nothing else has to know of it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from engine.contract import LONGEST_NAME, Ruleset
from engine.kinds import Kinds


class BadRuleset(ValueError):
    """A folder of `games/` holds a game that cannot be stored; `str(error)` says why."""


class UnknownRuleset(LookupError):
    """No folder of `games/` holds a game of that slug."""


def _refuse_long_names(ruleset: Ruleset) -> None:
    """Raises BadRuleset before a game is started that could not be stored, or not be ended."""
    for name in (ruleset.slug, *ruleset.terminations):
        if not 0 < len(name) <= LONGEST_NAME:
            raise BadRuleset(
                f"“{name}” of {ruleset.name} has {len(name)} characters; 1 to {LONGEST_NAME} can be stored."
            )


RULESETS = Kinds("engine.games", Ruleset, part="rules", called="ruleset", key="slug", check=_refuse_long_names)


def get(slug: str, *, revision: int | None = None) -> Ruleset:
    """The ruleset of that slug, as it is now or as it was of that number. Raises UnknownRuleset, a LookupError."""
    ruleset = RULESETS.find(slug)
    if ruleset is not None and revision not in (None, ruleset.revision):
        ruleset = next((each for each in list_revisions(ruleset) if each.revision == revision), None)
    if ruleset is None:
        raise UnknownRuleset(slug)
    return ruleset


def list_revisions(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """These rules as they were and as they are, the present ones last."""
    return (*getattr(ruleset, "earlier", ()), ruleset)


def all_rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset, in order of its slug."""
    return RULESETS.all()


def find_module(slug: str, name: str) -> ModuleType | None:
    """A module in the folder of a game; None where there is none.

    It is imported when it is asked for: what only a search needs is loaded where one runs.
    """
    return _import(f"{RULESETS.package}.{slug.replace('-', '_')}.{name}")


@cache
def _import(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name.rpartition(".")[0]) and find_spec(name) else None


def find_file(slug: str, name: str) -> Path | None:
    """A file in the folder of a game; None where there is none."""
    paths = (Path(folder) / slug.replace("-", "_") / name for folder in import_module(RULESETS.package).__path__)
    return next((path for path in paths if path.is_file()), None)


def refresh() -> None:
    """Forgets what was found, so that a folder added since is seen (tests drop one in)."""
    RULESETS.refresh()
    _import.cache_clear()
