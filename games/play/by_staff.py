"""What every action of staff on a game has in common: it needs a reason, and is recorded with who and why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from games.models import Game, StaffAction
from games.play import errors
from games.play.ending import act_in_time


def change_by_staff(
    game_id: int,
    act: Callable[[Game, datetime], str],
    *,
    kind: StaffAction.Kind,
    staff: User,
    reason: str,
    now: datetime | None,
) -> None:
    """Lets `staff` run `act(game, now)`, which returns what it did in words, on a game that goes on; and records it.

    A game found late ends on time instead, as for everybody. Raises Refusal: over, no_reason, own_game, and whatever
    `act` raises. Whether `staff` has the permission is for the caller to ask.
    """
    reason = reason.strip()
    if not reason:
        raise errors.no_reason()

    def act_and_record(game: Game, now: datetime) -> None:
        if game.is_over:
            raise errors.over()
        if game.seats.filter(user=staff).exists():
            raise errors.own_game()
        what = act(game, now)
        StaffAction.objects.create(
            game=game, revision=game.revision, kind=kind, what=what, reason=reason, staff=staff, done_at=now
        )

    act_in_time(game_id, act_and_record, now=now)
