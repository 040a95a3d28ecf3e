"""The open challenges that a player may accept, where the site proposes them: the newest of the list’s selection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from accounts.safeguards import NEW
from core.numbers import LARGEST
from core.paging import PAGE
from core.prepared import PreparedQuery
from games.models import Challenge
from games.reading.listed import Listed

NOBODY = 0
"""No user has this id."""
PROPOSED = 3
"""How many are proposed to somebody who looks for a person to play."""


def find_open(user_id: int | None, *, now: datetime) -> QuerySet[Challenge]:
    """The open challenges of others that this player may accept, as the list of challenges has them; for a visitor
    all. They are read with their challengers, and what is stored of how these play on time."""
    return Challenge.objects.listed(now).welcome_to(user_id).select_related("challenger__on_time_record")


def list_open(user_id: int | None, *, now: datetime, below: int | None) -> list[Challenge]:
    """The newest of them, with numbers below this one: those of a page and one more."""
    return _find_newest(NOBODY if user_id is None else user_id, now, now - NEW, LARGEST if below is None else below)


@PreparedQuery
def _find_newest(user_id: int, now: datetime, new_since: datetime, below: int) -> QuerySet[Challenge]:
    """Prepared, since the list of challenges asks it, and writing it anew would take as long as showing the rest."""
    listed = Challenge.objects.listed(now, new_since=new_since).welcome_to(user_id).filter(pk__lt=below)
    return listed.select_related("challenger__on_time_record").order_by("-pk")[: PAGE + 1]


def propose(user_id: int | None, *, now: datetime, most: int = PROPOSED) -> list[Challenge]:
    """Some of them, the newest first, without the player's own. One query."""
    return _find_proposed(NOBODY if user_id is None else user_id, now, now - NEW, most=most)


@PreparedQuery
def _find_proposed(user_id: int, now: datetime, new_since: datetime, *, most: int) -> QuerySet[Challenge]:
    """Prepared, since the front page asks it, and pages of players who have played no person."""
    listed = Challenge.objects.listed(now, new_since=new_since).welcome_to(user_id).exclude(challenger=user_id)
    return listed.select_related("challenger__on_time_record").order_by("-pk")[:most]


def plays_people(found: Iterable[Sequence[Any]], *, user_id: int) -> bool:
    """Whether any of these games of a player, as columns of `Listed`, is against a person."""
    games = map(Listed._make, found)
    return any(
        (game.second__user__kind if game.first__user == user_id else game.first__user__kind) == User.Kind.PERSON
        for game in games
    )
