"""Declares a game void, running or long finished: nobody has won, and it counts in nobody's record."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from core.refusal import Refusal
from games.models import VOID
from games.models.staff_action import declare_kind
from games.play.act import Act
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.ending import end_game
from games.words import by_staff as words
from games.words import refusals

VOIDED = declare_kind("voided", label="declared void")


def void(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Ends the game without a result, or takes its result away. Raises Refusal: void_already, no_reason, own_game."""
    acting = acting_as_staff(game_id, kind=VOIDED, also_over=True, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        if game.is_void:
            raise Refusal(refusals.VOID_ALREADY())
        end_game(Act(game, record.done_at, by_staff=True), winner=None, termination=VOID)
        record.say(words.AFTER_TURNS(turns=game.ply))
