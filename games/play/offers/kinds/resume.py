"""The end of a pause before its time: the clocks run again from the moment both agree."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.contract import Side
from games.models import Game
from games.play import errors
from games.play.act import Act
from games.play.offers.contract import OfferKind, Terms
from games.play.pause import end_pause, is_paused


class Resume(OfferKind):
    order = 50
    request = "offer to end the pause"

    label = "Offer to end the pause"
    hint = "If your opponent agrees, the clock runs again."
    asked = "Your opponent offers to end the pause now."
    consequence = "The clock runs from then on. If it’s your opponent’s turn, they have at least 12 hours for it."
    made = "You have offered to end the pause."
    beside_turn = "You’re offered an end of the pause."

    has_offered = "Offered to end the pause. The offer stays open until your opponent answers or moves."
    has_accepted = "The pause is over: the clock is running."
    has_declined = "You declined: the pause continues."

    asks = "offers to end the pause"
    detail = "If you agree, the clocks run again right away."
    asked_before = "offered to end the pause"

    outlasts_own_turn = True

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.deadline_at is not None and is_paused(game, now=now)

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: not_paused."""
        if not is_paused(act.game, now=act.now):
            raise errors.not_paused()
        return {}

    def accept(self, act: Act, terms: Terms) -> None:
        """Raises Refusal: not_paused."""
        if not is_paused(act.game, now=act.now):
            raise errors.not_paused()
        end_pause(act.game, agreed_by=Side(terms["side"]).other, now=act.now)

    def explain_lapse(self, game: Game, terms: Terms, *, now: datetime) -> str:
        return "" if is_paused(game, now=now) else "The pause is over."


kind = Resume()
