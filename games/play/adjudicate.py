"""Adjudicates a game: staff decide who won, or that it is a draw, where the players cannot play it out.

A finished game may be decided again: one that a player lost on time through no fault of their own, say, or one that was
declared void by mistake.
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from core.refusal import Refusal
from engine.contract import Side
from games.models.staff_action import declare_kind
from games.play.act import Act
from games.play.by_staff import NO_CASE, Case, acting_as_staff
from games.play.ending import end_game
from games.words import by_staff as words
from games.words import refusals

ADJUDICATED = declare_kind("adjudicated", label="adjudicated")


def adjudicate(
    game_id: int, *, winner: Side | None, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None
) -> None:
    """Ends the game as won by `winner`, or drawn for None. Raises Refusal: same_result, no_reason, own_game."""
    acting = acting_as_staff(game_id, kind=ADJUDICATED, also_over=True, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        if game.has_result and game.winner == winner:
            raise Refusal(refusals.SAME_RESULT())
        end_game(Act(game, record.done_at, by_staff=True), winner=winner, termination="adjudication")
        record.say(words.DRAW() if winner is None else words.WON(side=game.ruleset.sides[winner]))
