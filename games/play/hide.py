"""Hides a game from everybody but its players and staff, as if they had agreed on a private one, and shows it again."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from core.refusal import Refusal
from games import events
from games.models import Game
from games.models.staff_action import declare_kind
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.locking import save_change
from games.words import refusals

HIDDEN = declare_kind("hidden", label="hidden")
SHOWN = declare_kind("shown", label="shown again")


def hide(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Takes the game out of whatever others see. Raises Refusal: private_already, no_reason, own_game."""
    acting = acting_as_staff(game_id, also_over=True, kind=HIDDEN, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        if game.private:
            raise Refusal(refusals.PRIVATE_ALREADY())
        _change(game, hidden_at=record.done_at)


def show(game_id: int, *, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None) -> None:
    """Lets everybody see a hidden game again. Raises Refusal: not_hidden, no_reason, own_game."""
    acting = acting_as_staff(game_id, also_over=True, kind=SHOWN, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, _):
        if game.hidden_at is None:
            raise Refusal(refusals.NOT_HIDDEN())
        _change(game, hidden_at=None)


def _change(game: Game, *, hidden_at: datetime | None) -> None:
    game.private, game.hidden_at = hidden_at is not None, hidden_at
    save_change(game)
    events.publicity_changed.send(sender=Game, game_id=game.pk)
