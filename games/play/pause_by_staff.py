"""Stops both clocks of a game, or lets them run again; both are done by staff."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from core.refusal import Refusal
from core.words import tell_utc
from games.models import ClockChange
from games.models.staff_action import declare_kind
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.move_deadline import FURTHEST
from games.play.pause import begin_pause, end_pause, is_paused
from games.words import by_staff as words
from games.words import refusals

PAUSED = declare_kind("paused", label="paused")
RESUMED = declare_kind("resumed", label="resumed")


def pause(
    game_id: int, *, until: datetime, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None
) -> None:
    """Stops both clocks until then.

    Raises Refusal: over, no_limit, paused_already, time_is_up, bad_deadline, no_reason, own_game.
    """
    kind = PAUSED
    with acting_as_staff(game_id, kind=kind, staff=staff, reason=reason, case=case, now=now) as (game, record):
        now = record.done_at
        if game.deadline_at is None:
            raise Refusal(refusals.NO_LIMIT())
        if is_paused(game, now=now):
            raise Refusal(refusals.PAUSED_ALREADY())
        if game.deadline_at <= now:
            raise Refusal(refusals.TIME_IS_UP())
        if not now < until <= now + FURTHEST:
            raise Refusal(refusals.BAD_DEADLINE(), status=422)
        begin_pause(game, until=until, now=now, kind=ClockChange.Kind.STAFF_PAUSED, why=record.reason, by=staff)
        record.say(words.PAUSED(until=tell_utc(until)))


def resume(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Ends a pause, also one that the players agreed on. Raises Refusal: over, not_paused, no_reason, own_game."""
    kind = RESUMED
    with acting_as_staff(game_id, kind=kind, staff=staff, reason=reason, case=case, now=now) as (game, record):
        if not is_paused(game, now=record.done_at):
            raise Refusal(refusals.NOT_PAUSED())
        until = game.paused_until
        assert until is not None  # it is paused
        end_pause(game, now=record.done_at, kind=ClockChange.Kind.STAFF_RESUMED, why=record.reason, by=staff)
        record.say(words.PAUSE_ENDED(until=tell_utc(until)))
