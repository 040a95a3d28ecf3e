"""Takes the last turn back by agreement: asked by the side that played it, before the other plays.

The turn stays, marked, and its ply comes again with a higher revision. Who takes it back has the time that was left
when they played, from now on; the other side loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.engine.contract import Side
from games.models import Game
from games.play.offers.contract import OfferKind, Terms
from games.play.taking_back import find_last, take_back


class Takeback(OfferKind):
    rank = 20
    what = "a takeback"

    label = "Ask to take your turn back"
    hint = (
        "Only until your opponent moves. If they agree, it’s your turn again, with the time you had left when "
        "you played."
    )
    asked = "Your opponent asks to take the last turn back."
    consequence = "It’s your opponent’s turn again. You lose no time."
    made = "You asked to take your turn back."
    closed = "The takeback was declined or withdrawn."
    beside_turn = "You’re asked for a takeback."

    has_offered = "You asked to take your turn back. The request stays open until your opponent answers or moves."
    has_accepted = "Your opponent’s turn has been taken back."
    has_declined = "You declined: the turn stands."

    asks = "asks to take a turn back"
    asks_you = "asks to take the last turn back"
    detail = "If you agree, it’s their turn again, and you lose no time."
    lapse = "The request expires when you move."
    asked_before = "asked to take a turn back"

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.ply > 0 and (game.side_to_move != side or self.name in game.offers)

    def settle(self, game: Game, chosen: Mapping[str, Any], *, side: Side, now: datetime) -> Terms:
        """Raises Refusal: nothing_to_take_back."""
        find_last(game, side=side)
        return {"ply": game.ply}

    def accept(self, game: Game, terms: Terms, *, now: datetime) -> None:
        take_back(game, find_last(game, side=Side(terms["side"])), now=now)


kind = Takeback()
