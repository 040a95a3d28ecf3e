"""Closes the chat of a game, or opens it again; both are done by staff."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from core.refusal import Refusal
from games.models.staff_action import declare_kind
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.locking import save_change
from games.words import refusals

CHAT_CLOSED = declare_kind("chat_closed", label="chat closed")
CHAT_OPENED = declare_kind("chat_opened", label="chat opened")


def close_chat(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Ends the chat for both players. Raises Refusal: chat_closed_already, no_reason, own_game."""
    acting = acting_as_staff(game_id, also_over=True, kind=CHAT_CLOSED, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        if game.chat_closed_at is not None:
            raise Refusal(refusals.CHAT_CLOSED_ALREADY())
        game.chat_closed_at = record.done_at
        save_change(game)


def open_chat(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Opens the chat again for both players. Raises Refusal: chat_open, no_reason, own_game."""
    acting = acting_as_staff(game_id, also_over=True, kind=CHAT_OPENED, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, _):
        if game.chat_closed_at is None:
            raise Refusal(refusals.CHAT_OPEN())
        game.chat_closed_at = None
        save_change(game)
