"""What every action of staff on a game has in common: it needs a reason, and is recorded with who and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import User
from games import words
from games.models import Game, StaffAction
from games.play import errors
from games.play.playing import playing

LONGEST_WHAT = 200
"""Characters of what was done that the record keeps."""


@contextmanager
def acting_as_staff(
    game_id: int,
    *,
    kind: StaffAction.Kind,
    staff: User,
    reason: str,
    also_over: bool = False,
    now: datetime | None = None,
) -> Iterator[tuple[Game, StaffAction]]:
    """A game as `playing` gives it, for staff, and the record of what they do, which is kept with it.

    The action changes the game as of `done_at` of the record, and says in its `what` what it did; what the result of
    the game was until then, where it had one, is added. Raises Refusal: over (unless `also_over`), no_reason, own_game.
    Whether `staff` has the permission is for the caller to ask.
    """
    reason = reason.strip()
    if not reason:
        raise errors.no_reason()
    with playing(game_id, also_over=also_over, now=now) as (game, now):
        if game.seats.filter(user=staff).exists():
            raise errors.own_game()
        before = f" Before: {words.result_of(game)}" if game.is_over else ""
        record = StaffAction(game=game, kind=kind, reason=reason, staff=staff, done_at=now)
        yield game, record
        record.what, record.revision = (record.what + before)[:LONGEST_WHAT], game.revision
        record.save(force_insert=True)
