"""Moves the deadline of the turn that is being thought about, to put right what a player could not help."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games import events
from games.models import Game, StaffAction
from games.play import errors
from games.play.by_staff import change_by_staff
from games.play.locking import save_change

FURTHEST = timedelta(days=366)
"""A deadline further away than this was mistyped."""


def move_deadline(game_id: int, *, deadline: datetime, staff: User, reason: str, now: datetime | None = None) -> None:
    """Sets the deadline of the present turn to `deadline`, later or sooner; a bank is settled as if nothing had moved.

    Raises Refusal: over, no_reason, own_game, no_deadline, bad_deadline.
    """

    def move(game: Game, now: datetime) -> str:
        before = game.deadline_at
        if before is None:
            raise errors.no_deadline()
        if not now < deadline <= now + FURTHEST:
            raise errors.bad_deadline()
        game.deadline_at = deadline
        save_change(game)
        events.deadline_moved.send(sender=Game, game_id=game.pk, revision=game.revision)
        return f"From {before:%Y-%m-%d %H:%M} to {deadline:%Y-%m-%d %H:%M} UTC."

    change_by_staff(game_id, move, kind=StaffAction.Kind.DEADLINE_MOVED, staff=staff, reason=reason, now=now)
