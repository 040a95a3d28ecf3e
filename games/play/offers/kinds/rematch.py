"""A rematch of a finished game: the same terms, with the sides swapped; where dice seat the players, thrown again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from engine.contract import Side, does_chance_seat
from games.models import Game
from games.play.act import Act
from games.play.locking import save_change
from games.play.offers.contract import OfferKind, Terms
from games.play.rematch import find_rematch, refuse_rematch, start_rematch


class Rematch(OfferKind):
    order = 5
    request = "offer of a rematch"

    label = "Offer a rematch"
    asked = "Your opponent offers a rematch, {how}."
    consequence = "The new game starts right away, on the same terms."
    accept_label = "Accept the rematch"
    made = "Rematch offered, {how}. It stays open until your opponent answers."
    again = "You can still send a new challenge."
    beside_turn = "You’re offered a rematch."

    has_offered = "Rematch offered. It stays open until your opponent answers."
    has_accepted = "The rematch has started."
    has_declined = "You declined the rematch."
    has_withdrawn = "Rematch offer withdrawn."

    asks = "offers a rematch"
    asks_you = "offers you a rematch"
    detail = "The terms are the same, {how}."
    lapse = "The offer stays open until you answer."
    asked_before = "offered a rematch"
    declined = "declined the rematch"

    after_end = True
    is_mutual = True

    def tell_hint(self, game: Game) -> str:
        return f"A new game on the same terms, {describe_sides(thrown=does_chance_seat(game.ruleset))}"

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: what `refuse_rematch` does."""
        refuse_rematch(act, side=side)
        return {"thrown": does_chance_seat(act.game.ruleset)}

    def accept(self, act: Act, terms: Terms) -> None:
        """Raises Refusal: what `start_rematch` does."""
        start_rematch(act, side=Side(terms["side"]).other)
        save_change(act.game)

    def find_next(self, game_id: int) -> int | None:
        return find_rematch(game_id)

    def tell(self, terms: Terms, *, tell_instant: Callable[[datetime], str]) -> dict[str, str]:
        return {"how": describe_sides(thrown=terms["thrown"])}


def describe_sides(*, thrown: bool) -> str:
    return "with the dice thrown again" if thrown else "with sides swapped"


kind = Rematch()
