"""Finds the kinds of thing: every file of `kinds/`. No other module lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kinds import Kinds
from moderation.things.contract import RemovableKind, ThingKind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

THINGS = Kinds("moderation.things.kinds", ThingKind)


def list_removable() -> list[RemovableKind]:
    """Returns the kinds of thing that staff can hide from others."""
    return [kind for kind in THINGS.all() if isinstance(kind, RemovableKind)]


def list_removable_of(thing: str) -> list[RemovableKind]:
    """Returns the kinds that a report of this kind of thing may be about."""
    return [kind for kind in list_removable() if thing in (kind.name, kind.reported_as)]


def list_choices() -> list[tuple[str, StrOrPromise]]:
    return [(kind.name, kind.label) for kind in THINGS.all()]
