"""Reopens a game that was wrongly ended, and restores a result that was wrongly taken away."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Restriction, User
from core.refusal import Refusal
from engine.contract import Side
from games import clock
from games.models import ClockChange
from games.models.staff_action import declare_kind
from games.play import clocks
from games.play.act import Act
from games.play.by_staff import NO_CASE, Case, State, acting_as_staff, refuse_changed
from games.play.ending import end_game, undoing_end
from games.words import refusals

REOPENED = declare_kind("reopened", label="reopened")
RESULT_RESTORED = declare_kind("result_restored", label="result restored")
AT_LEAST = clock.DAY
"""The side to move has at least this much time, however little was left when the game ended."""


def reopen(
    game_id: int,
    *,
    staff: User,
    reason: str,
    restriction: Restriction | None = None,
    left: State | None = None,
    case: Case = NO_CASE,
    now: datetime | None = None,
) -> None:
    """Lets a game go on from where it ended, with the time that was left, at least a day.

    To undo what ended it, `left` is the state in which that left it. Raises Refusal: not_over, ended_on_board,
    no_reason, own_game, changed_since.
    """
    acting = acting_as_staff(game_id, also_over=True, kind=REOPENED, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        if not game.is_over:
            raise Refusal(refusals.NOT_OVER())
        if game.position.outcome() is not None:
            raise Refusal(refusals.ENDED_ON_BOARD())
        refuse_changed(game, left)
        record.restriction = restriction
        time_left = clocks.find_left(game, now=record.done_at)
        if time_left is not None:
            time_left, game.turn_started_at = max(time_left, AT_LEAST), record.done_at  # the turn starts again
        kind, why = ClockChange.Kind.REOPENED, record.reason
        with undoing_end(Act(game, record.done_at, by_staff=True)):
            game.offers = {}  # a rematch
            clocks.restart_clock(game, left=time_left, kind=kind, now=record.done_at, why=why, by=staff)
        clocks.announce_turn(game, game.seats.get(side=game.side_to_move))


def restore_result(
    game_id: int,
    *,
    winner: Side | None,
    termination: str,
    left: State,
    ended_at: datetime | None = None,
    staff: User,
    reason: str,
    case: Case = NO_CASE,
    now: datetime | None = None,
) -> None:
    """Gives a game the result it had before staff changed it; `left` is the state in which they left it.
    A game that they had reopened has its earlier end again, at `ended_at`.

    Raises Refusal: changed_since, no_reason, own_game.
    """
    acting = acting_as_staff(
        game_id, also_over=True, kind=RESULT_RESTORED, staff=staff, reason=reason, case=case, now=now
    )
    with acting as (game, record):
        refuse_changed(game, left)
        act = Act(game, record.done_at, by_staff=True)
        end_game(act, winner=winner, termination=termination, ended_at=ended_at)
