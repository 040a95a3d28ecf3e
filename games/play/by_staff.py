"""What every action of staff on a game has in common: it needs a reason, and is recorded with who and why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from games import words
from games.models import Game, StaffAction
from games.play import errors
from games.play.ending import act_in_time

LONGEST_WHAT = 200
"""Characters of what was done that the record keeps."""


def change_by_staff(
    game_id: int,
    act: Callable[[Game, datetime], str],
    *,
    kind: StaffAction.Kind,
    staff: User,
    reason: str,
    now: datetime | None,
    also_over: bool = False,
) -> None:
    """Lets `staff` run `act(game, now)`, which returns what it did in words, and records it.

    The game must go on, or may be over with `also_over`; what its result was until then is recorded too.

    A game found late ends on time instead, as for everybody. Raises Refusal: over, no_reason, own_game, and whatever
    `act` raises. Whether `staff` has the permission is for the caller to ask.
    """
    reason = reason.strip()
    if not reason:
        raise errors.no_reason()

    def act_and_record(game: Game, now: datetime) -> None:
        if game.is_over and not also_over:
            raise errors.over()
        if game.seats.filter(user=staff).exists():
            raise errors.own_game()
        before = f" Before: {words.result_of(game)}" if game.is_over else ""
        what = (act(game, now) + before)[:LONGEST_WHAT]
        StaffAction.objects.create(
            game=game, revision=game.revision, kind=kind, what=what, reason=reason, staff=staff, done_at=now
        )

    act_in_time(game_id, act_and_record, now=now)
