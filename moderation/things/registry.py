"""Finds the kinds of thing: every file of `kinds/`. Nothing else knows them."""

from __future__ import annotations

from functools import cache

from core.kinds import list_modules, load_kinds
from moderation.things import kinds
from moderation.things.contract import RemovableKind, ThingKind


@cache
def _found() -> dict[str, ThingKind]:
    return {kind.name: kind for kind in load_kinds(list_modules(kinds), ThingKind)}


def find(name: str) -> ThingKind | None:
    """The kind of that name, if there is one."""
    return _found().get(name)


def list_kinds() -> list[ThingKind]:
    return list(_found().values())


def list_removable() -> list[RemovableKind]:
    """The kinds of which staff can hide something from others."""
    return [kind for kind in list_kinds() if isinstance(kind, RemovableKind)]


def list_choices() -> list[tuple[str, str]]:
    return [(kind.name, kind.label) for kind in list_kinds()]
