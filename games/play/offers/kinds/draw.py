"""A draw by agreement: either side may offer it, on either side's turn."""

from __future__ import annotations

from games.play.act import Act
from games.play.ending import end_game
from games.play.offers.contract import OfferKind, Terms


class Draw(OfferKind):
    order = 10
    request = "offer of a draw"

    label = "Offer a draw"
    hint = "Your opponent can accept, decline, or play on."
    asked = "Your opponent offers a draw."
    consequence = "The game ends right away, with no winner."
    accept_label = "Accept the draw"
    made = "Draw offered. It stays open until your opponent answers or moves."
    beside_turn = "You’re offered a draw."

    has_offered = "Draw offered. It stays open until your opponent answers or moves."
    has_accepted = "You accepted the draw."
    has_declined = "You declined the draw."
    has_withdrawn = "Draw offer withdrawn."
    has_played_on = "This declined your opponent’s draw offer."

    asks = "offers a draw"
    asks_you = "offers you a draw"
    asked_before = "offered a draw"
    declined = "declined the draw"

    outlasts_own_turn = True
    must_be_seen = False

    def accept(self, act: Act, terms: Terms) -> None:
        end_game(act, winner=None, termination="agreement")


kind = Draw()
