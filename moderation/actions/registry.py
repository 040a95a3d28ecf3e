"""Finds the actions of staff: every file of `kinds/`. No other module lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kinds import Kinds
from moderation.actions.contract import Action, GameAction, PersonAction

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ACTIONS = Kinds("moderation.actions.kinds", Action)


def name_of(kind: str) -> str:
    """Returns the name of the action that does this to a game. If there is none, returns the kind itself."""
    return next((action.name for action in ACTIONS.all() if kind in action.done_as), kind)


def list_for_people() -> list[PersonAction]:
    return [action for action in ACTIONS.all() if isinstance(action, PersonAction)]


def list_for_games() -> list[GameAction]:
    return [action for action in ACTIONS.all() if isinstance(action, GameAction)]


def list_choices() -> list[tuple[str, StrOrPromise]]:
    return [(action.name, action.label) for action in ACTIONS.all()]
