"""Finds the kinds of thing: every file of `kinds/`. Nothing else knows them."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from moderation.things import kinds
from moderation.things.contract import ThingKind


@cache
def _found() -> dict[str, ThingKind]:
    names = [module.name for module in pkgutil.iter_modules(kinds.__path__)]
    return {name: import_module(f"{kinds.__name__}.{name}").kind for name in names}


def find(name: str) -> ThingKind | None:
    """The kind of that name, if there is one."""
    return _found().get(name)


def list_kinds() -> list[ThingKind]:
    return list(_found().values())


def list_choices() -> list[tuple[str, str]]:
    return [(kind.name, kind.label) for kind in list_kinds()]
