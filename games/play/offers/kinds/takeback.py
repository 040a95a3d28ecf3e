"""Takes one's own last turn back by agreement, and with it the opponent's answer if there is one.

The turns are kept and marked, and their plies come again with a higher revision. The player who takes a turn back has
the time again that was left when they played it, twelve hours at least; the other side has its time bank as before its
answer. Vacation that the other side used for its answer stays used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from engine.contract import Side
from games.models import Game
from games.play.act import Act
from games.play.offers.contract import OfferKind, Terms
from games.play.taking_back import find_last, take_back


class Takeback(OfferKind):
    order = 20
    request = "request for a takeback"

    label = "Ask to take your turn back"
    hint = (
        "If your opponent has already answered it, their turn goes back too. If they agree, it’s your turn again, "
        "with the time you had left when you played, at least 12 hours."
    )
    asked = "Your opponent asks to take the last {turns} back."
    consequence = (
        "It’s your opponent’s turn again, as before their last turn. "
        "You lose no time; if there’s a time limit, they have at least 12 hours."
    )
    made = "You asked to take your turn back."
    again = "Each of you can ask once in 10 turns."
    beside_turn = "You’re asked for a takeback."

    has_offered = "You asked to take your turn back. The request stays open until your opponent answers or moves."
    has_accepted = "Your opponent’s turn has been taken back."
    has_declined = "You declined: the turn stands."

    asks = "asks to take {some} back"
    asks_you = "asks to take the last {turns} back"
    detail = "If you agree, it’s their turn again, and you lose no time."
    lapse = "The request expires when you move."
    asked_before = "asked to take a turn back"

    plies_between = 10
    stands_alone = True

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.ply > (game.side_to_move == side) or self.name in game.offers

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: nothing_to_take_back."""
        return {"ply": act.game.ply, "turns": act.game.ply - find_last(act.game, side=side).ply + 1}

    def accept(self, act: Act, terms: Terms) -> None:
        take_back(act.game, find_last(act.game, side=Side(terms["side"])), now=act.now)

    def tell(self, terms: Terms, *, tell_instant: Callable[[datetime], str]) -> dict[str, str]:
        two = terms.get("turns") == 2
        return {"turns": "two turns" if two else "turn", "some": "two turns" if two else "a turn"}


kind = Takeback()
