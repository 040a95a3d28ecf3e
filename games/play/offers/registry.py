"""Finds the kinds of offer: every file of `kinds/`. Nothing else knows them."""

from __future__ import annotations

from functools import cache

from core.kinds import list_modules, load_kinds
from games.play import errors
from games.play.offers import kinds
from games.play.offers.contract import OfferKind


@cache
def _found() -> dict[str, OfferKind]:
    loaded = load_kinds(list_modules(kinds), OfferKind)
    return {kind.name: kind for kind in sorted(loaded, key=lambda kind: (kind.rank, kind.name))}


def find(name: str) -> OfferKind | None:
    """The kind of that name, if there is one."""
    return _found().get(name)


def get(name: str) -> OfferKind:
    """The kind of that name. Raises Refusal: unknown_offer."""
    if kind := find(name):
        return kind
    raise errors.unknown_offer()


def all_kinds() -> tuple[OfferKind, ...]:
    """Every kind, in the order of their ranks."""
    return tuple(_found().values())


def refresh() -> None:
    """Forgets what was found, so that files added since are found; tests drop one in."""
    _found.cache_clear()
