"""Moves the deadline of the present turn; staff do this to correct what a player could not help."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from core.refusal import Refusal
from core.words import tell_utc
from games.models import ClockChange, Game
from games.models.staff_action import declare_kind
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.clocks import LEAST_BY_STAFF, calendar_of, move_clock
from games.words import by_staff as words
from games.words import refusals

FURTHEST = timedelta(days=366)
"""A deadline further away than this was probably mistyped."""
DEADLINE_MOVED = declare_kind("deadline_moved", label="deadline moved")


def move_deadline(
    game_id: int,
    *,
    deadline: datetime,
    staff: User,
    reason: str,
    revision: int | None = None,
    case: Case = NO_CASE,
    now: datetime | None = None,
) -> None:
    """Sets the deadline of the present turn to `deadline`, later or sooner; added time is used before the time bank.

    To move it back, `revision` is the one that the change made. Who has `case.may_be_soon` may leave the player less
    than a day. Raises Refusal: over, no_reason, own_game, no_deadline, bad_deadline, soon_deadline, changed_since.
    """
    with acting_as_staff(game_id, kind=DEADLINE_MOVED, staff=staff, reason=reason, case=case, now=now) as (
        game,
        record,
    ):
        before, now = game.deadline_at, record.done_at
        if revision is not None and game.revision != revision:
            raise Refusal(refusals.CHANGED_SINCE())
        if before is None:
            raise Refusal(refusals.NO_DEADLINE())
        if not now < deadline <= now + FURTHEST:
            raise Refusal(refusals.BAD_DEADLINE(), status=422)
        if deadline < before and not case.may_be_soon:
            _refuse_soon(game, deadline, now=now)
        move_clock(game, kind=ClockChange.Kind.STAFF, deadline=deadline, now=now, why=record.reason, by=staff)
        record.say(words.DEADLINE_MOVED(before=tell_utc(before), after=tell_utc(deadline)))


def _refuse_soon(game: Game, deadline: datetime, *, now: datetime) -> None:
    """Raises Refusal, soon_deadline, where an earlier deadline would leave its player less than a day of their clock's
    time."""
    seat = game.seats.get(side=game.side_to_move)
    if calendar_of(game, seat, now=now).measure(now, deadline) < LEAST_BY_STAFF:
        raise Refusal(refusals.SOON_DEADLINE(hours=LEAST_BY_STAFF // timedelta(hours=1)), status=422)
