"""A draw by agreement: either side may offer it, whoever is to move."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.play.ending import end_game
from games.play.offers.contract import OfferKind, Terms


class Draw(OfferKind):
    rank = 10
    what = "a draw"

    label = "Offer a draw"
    hint = "Your opponent may accept, decline, or play on."
    asked = "Your opponent offers a draw."
    consequence = "The game ends at once, won by nobody."
    accept_label = "Accept the draw"
    made = "You have offered a draw. It stands until your opponent answers or plays on."
    closed = "A draw was declined or withdrawn; you may offer one again after the next turn."
    beside_turn = "Draw offered below."

    has_offered = "Your offer of a draw is made. It stands until your opponent answers or plays on."
    has_accepted = "You have accepted the draw."
    has_declined = "You have declined the draw."
    has_withdrawn = "Your offer of a draw is withdrawn."
    has_played_on = "That declines the draw that your opponent had offered."

    asks = "offers a draw"
    asks_you = "offers you a draw"
    asked_before = "offered a draw"
    declined = "declined the draw"

    outlasts_own_turn = True
    must_be_seen = False

    def accept(self, game: Game, terms: Terms, *, now: datetime) -> None:
        end_game(game, winner=None, termination="agreement", now=now)


kind = Draw()
