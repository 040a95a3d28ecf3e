"""Cancels a game by agreement, before both sides have moved: nobody has won, and it counts in nobody's record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.contract import Side
from games.models import CANCELLED, Game
from games.play import errors
from games.play.act import Act
from games.play.ending import end_game
from games.play.offers.contract import OfferKind, Terms


class Cancel(OfferKind):
    order = 15
    request = "request to cancel the game"

    label = "Ask to cancel the game"
    hint = "Only until both of you have moved. If your opponent agrees, the game ends without a result."
    asked = "Your opponent asks to cancel the game."
    consequence = "The game ends right away, without a result, and counts in nobody’s record."
    accept_label = "Cancel the game"
    made = "You asked to cancel the game. The request stays open until the next turn is played."
    again = "Each of you can ask once."
    beside_turn = "You’re asked to cancel the game."

    has_offered = "You asked to cancel the game. The request stays open until the next turn is played."
    has_accepted = "The game is cancelled."
    has_declined = "You declined: the game goes on."
    has_withdrawn = "Your request is withdrawn."
    has_played_on = "This declined your opponent’s request to cancel the game."

    asks = "asks to cancel the game"
    detail = "If you agree, it ends without a result and counts in nobody’s record."
    lapse = "The request expires when the next turn is played."
    asked_before = "asked to cancel the game"
    declined = "wants to play on, and did not cancel the game"

    plies_between = 10
    stands_alone = True

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return not have_both_moved(game)

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: both_moved."""
        if have_both_moved(act.game):
            raise errors.both_moved()
        return {}

    def accept(self, act: Act, terms: Terms) -> None:
        end_game(act, winner=None, termination=CANCELLED)


def have_both_moved(game: Game) -> bool:
    return game.ply > 1


kind = Cancel()
