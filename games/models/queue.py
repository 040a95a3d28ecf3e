"""The queue of a player's games: where each stands in it, asked for in SQL alone, so that every list agrees.

What a player says of a game stands on their seat. A game that was skipped or snoozed stands so for the turn alone in
which that was said, and one that was snoozed is back `MARGIN` before its deadline, whatever has moved that since.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Case, F, IntegerChoices, Q, Value, When

if TYPE_CHECKING:
    from games.models.game import Game, Seat

MARGIN = timedelta(hours=12)
"""So long before its deadline no game is snoozed."""


class Place(IntegerChoices):
    """Where a game stands in the queue, the first before the others."""

    PINNED = 0, "pinned"
    USUAL = 1, "in its turn"
    SKIPPED = 2, "skipped"
    SNOOZED = 3, "snoozed"


def find_place(seat: str, *, now: Any, latest: Any) -> Case:
    """The place of a game by what stands on `seat`, the name of that relation; `latest` is `now` and `MARGIN`."""
    said = Q(**{f"{seat}__put_off_at__gte": F("turn_started_at")})
    sleeps = Q(**{f"{seat}__snoozed_until__gt": now}) & (Q(deadline_at=None) | Q(deadline_at__gt=latest))
    return Case(
        When(said & sleeps, then=Value(Place.SNOOZED.value)),
        When(said & Q(**{f"{seat}__snoozed_until": None}), then=Value(Place.SKIPPED.value)),
        When(Q(**{f"{seat}__pinned": True}), then=Value(Place.PINNED.value)),
        default=Value(Place.USUAL.value),
    )


@dataclass(frozen=True)
class PutOff:
    """That a game is skipped, or when one that is snoozed is back."""

    back_at: datetime | None


def find_put_off(game: Game, seat: Seat, *, now: datetime) -> PutOff | None:
    """What `find_place` says of one game, whose turn is that of the seat; None where it stands as usual."""
    if seat.put_off_at is None or seat.put_off_at < game.turn_started_at:
        return None
    if seat.snoozed_until is None:
        return PutOff(None)
    back_at = cut_snooze(seat.snoozed_until, deadline=game.deadline_at)
    return PutOff(back_at) if back_at > now else None


def cut_snooze(until: datetime, *, deadline: datetime | None) -> datetime:
    """When a game that is snoozed until then is back in truth."""
    return until if deadline is None else min(until, deadline - MARGIN)
