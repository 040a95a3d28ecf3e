"""Keeps the stored copy of how reliably players play on time: after games end, and after results are corrected."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from core.prepared import PreparedQuery
from games.events import Result
from games.models import Game, OnTimeRecord, PlayedRuleset, Seat
from games.reading.on_time import count_on_time

MARGIN = timedelta(minutes=5)
"""Before the last count: a game may have been saved later than one that ended after it."""
BATCH = 500
"""Players who are counted by one query."""


def refresh(*, now: datetime | None = None) -> int:
    """Counts for those whose games have ended since the last time, and for some of whom nothing is stored; returns how
    many. It may run twice or at once. Nothing is kept of closed accounts."""
    now = now or timezone.now()
    ended = (users for (last,) in find_last_count() for users in find_whose_games_ended(last - MARGIN))
    found = itertools.chain(ended, find_uncounted(), find_outdated())
    return store({user_id for (user_id,) in found}, now=now)


# --- Prepared, since they are asked every minute, and mostly find nobody --------------------------------------------
@PreparedQuery
def find_last_count() -> QuerySet[OnTimeRecord, Any]:
    return OnTimeRecord.objects.exclude(counted_at=None).order_by("-counted_at").values_list("counted_at")[:1]


@PreparedQuery
def find_whose_games_ended(since: datetime) -> QuerySet[Seat, Any]:
    ended = Game.objects.filter(ended_at__gt=since)
    seats = Seat.objects.filter(game__in=ended, user__kind=User.Kind.PERSON, user__is_active=True)
    return seats.values_list("user")


@PreparedQuery
def find_uncounted() -> QuerySet[User, Any]:
    """Some of those who have played and of whom nothing is stored."""
    played = PlayedRuleset.objects.filter(user=OuterRef("pk"))
    people = User.objects.filter(kind=User.Kind.PERSON, is_active=True)
    return people.filter(Exists(played), on_time_record=None).order_by("pk").values_list("pk")[:BATCH]


@PreparedQuery
def find_outdated() -> QuerySet[OnTimeRecord, Any]:
    """Some of those who are to be counted anew."""
    return OnTimeRecord.objects.filter(counted_at=None).values_list("user")[:BATCH]


def store(user_ids: Iterable[int], *, now: datetime) -> int:
    """Counts these players and stores it; returns how many."""
    wanted = sorted(set(user_ids))
    for at in range(0, len(wanted), BATCH):
        rows = [
            OnTimeRecord(user_id=user_id, kept=figure.kept, games=figure.games, counted_at=now)
            for user_id, figure in sorted(count_on_time(wanted[at : at + BATCH]).items())
        ]
        OnTimeRecord.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["user"], update_fields=["kept", "games", "counted_at"]
        )
    return len(wanted)


def on_result_changed(*, game_id: int, before: Result | None, **_: Any) -> None:
    """Has the players of a game whose result is corrected counted anew; no query where a game just ends."""
    if before is not None:
        outdate(game_id)


def on_publicity_changed(*, game_id: int, **_: Any) -> None:
    """A game that staff have hidden counts in nobody's figure."""
    outdate(game_id)


def outdate(game_id: int) -> None:
    players = Seat.objects.filter(game=game_id).values("user")
    rows = OnTimeRecord.objects.select_for_update(no_key=True).filter(user__in=players).order_by("user")
    OnTimeRecord.objects.filter(user__in=[row.user_id for row in rows]).update(counted_at=None)
