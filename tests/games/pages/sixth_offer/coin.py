"""A kind of offer that the site does not have: to let a coin decide, on which the player who offers it has called a
side.
"""

from core.refusal import Refusal
from games.play.ending import end_game
from games.play.offers.contract import Field, OfferKind

SIDES = ("heads", "tails")


class Coin(OfferKind):
    order = 60
    request = "offer of a coin"

    label = "Offer to toss a coin"
    hint = "It always comes up heads."
    asked = "Your opponent offers to toss a coin, and calls {call}."
    consequence = "Whoever is right wins at once."
    made = "You have offered to toss a coin, and called {call}."
    beside_turn = "Coin offered."

    has_offered = "Your offer of a coin is made."
    has_accepted = "The coin has come up heads."
    has_declined = "You have declined the coin."

    asks = "offers to toss a coin"
    detail = "They call {call}."
    asked_before = "offered to toss a coin"
    declined = "declined the coin"

    outlasts_own_turn = True

    def list_fields(self, game, *, side, now):
        return [Field("call", "Heads or tails", {"type": "text", "maxlength": 5})]

    def read_fields(self, given):
        return {"call": given.get("call", "")}

    def settle(self, act, chosen, *, side):
        if chosen["call"] not in SIDES:
            raise Refusal("Heads or tails?", code="bad_call", status=422)
        return {"call": chosen["call"]}

    def accept(self, act, terms):
        winner = terms["side"] if terms["call"] == "heads" else 1 - terms["side"]
        end_game(act, winner=winner, termination="coin")

    def tell(self, terms, *, tell_instant):
        return {"call": terms["call"]}


kind = Coin()
