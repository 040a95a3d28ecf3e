"""What staff did to a game, in words for its players, and where they object to it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from core.words import Said
from moderation import appeals
from moderation.actions import registry
from moderation.models import LoggedAction
from moderation.words import acting as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def tell(payload: dict[str, Any]) -> StrOrPromise | Said:
    """Says in the action's own words what staff did."""
    action = registry.ACTIONS.find(payload.get("did", ""))
    name = "undone" if payload.get("undone") else "done"
    told: StrOrPromise | Said = getattr(action, name, None) or words.STAFF_ACTED()
    return told


def may_appeal(row: LoggedAction, *, now: datetime) -> bool:
    return row.restriction_id is None and appeals.may_appeal_of_game(row, now=now)


def find_objection(row: LoggedAction, *, user_id: int, now: datetime) -> str:
    """Returns the page on which a player objects: the page of the appeal, or the one for writing to staff."""
    return appeals.path_of_game(row, user_id=user_id) if may_appeal(row, now=now) else reverse("contact")
