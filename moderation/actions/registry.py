"""Finds the actions of staff: every file of `kinds/`. Nothing else knows them."""

from __future__ import annotations

from functools import cache

from core.kinds import list_modules, load_kinds
from moderation.actions import kinds
from moderation.actions.contract import Action, GameAction, PersonAction


@cache
def _actions() -> dict[str, Action]:
    found = load_kinds(list_modules(kinds), Action)
    return {action.name: action for action in sorted(found, key=lambda action: (action.order, action.name))}


def find(name: str) -> Action | None:
    return _actions().get(name)


def name_of(kind: str) -> str:
    """The name of the action that does this to a game; the kind itself where no action says that it does."""
    return next((action.name for action in _actions().values() if kind in action.done_as), kind)


def list_for_people() -> list[PersonAction]:
    return [action for action in _actions().values() if isinstance(action, PersonAction)]


def list_for_games() -> list[GameAction]:
    return [action for action in _actions().values() if isinstance(action, GameAction)]


def list_choices() -> list[tuple[str, str]]:
    return [(action.name, action.label) for action in _actions().values()]


def refresh() -> None:
    """Forgets what was found, so that files added since are found; tests drop one in."""
    _actions.cache_clear()
