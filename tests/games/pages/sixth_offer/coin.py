"""A kind of offer that the site does not have: to let a coin decide, on which the player who offers it has called a
side.
"""

from core.refusal import Refusal
from core.words import Sentence
from games.play.ending import end_game
from games.play.offers.contract import Field, OfferKind

BAD_CALL = Sentence("bad_call", "Heads or tails?")
SIDES = ("heads", "tails")


class Coin(OfferKind):
    order = 60
    label = Sentence("label", "Offer to toss a coin")
    hint = Sentence("hint", "It always comes up heads.")
    asked = Sentence("asked", "Your opponent offers to toss a coin, and calls {call}.")
    consequence = Sentence("consequence", "Whoever is right wins at once.")
    accept_label = Sentence("accept_label", "Accept")
    made = Sentence("made", "You have offered to toss a coin, and called {call}.")
    beside_turn = Sentence("beside_turn", "Coin offered.")

    has_offered = Sentence("has_offered", "Your offer of a coin is made.")
    has_accepted = Sentence("has_accepted", "The coin has come up heads.")
    has_declined = Sentence("has_declined", "You have declined the coin.")
    has_withdrawn = Sentence("has_withdrawn", "Your offer is withdrawn.")

    i_withdrew = Sentence(
        "i_withdrew", "You withdrew your offer of a coin. It can be offered again after the next turn."
    )
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their offer of a coin. It can be offered again after the next turn."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s offer of a coin. It can be offered again after the next turn."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your offer of a coin. It can be offered again after the next turn."
    )
    not_open = Sentence(
        "not_open", "The offer of a coin is no longer open. It can be offered again after the next turn."
    )

    already_offered = Sentence("already_offered", "Your opponent has already offered to toss a coin.")
    no_offer = Sentence("no_offer", "There is no offer of a coin to answer.")

    told_made = Sentence("told_made", "{name} offered to toss a coin.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the offer of a coin.")
    told_declined = Sentence("told_declined", "{name} declined the offer of a coin.")
    told_accepted = Sentence("told_accepted", "{name} accepted the offer of a coin.")

    asks = Sentence("asks", "{who} offers to toss a coin")
    asks_subject = Sentence("asks_subject", "{who} offers to toss a coin ({game})")
    asks_you = Sentence("asks_you", "{who} offers to toss a coin in {ruleset}; you play {side}.")
    why_asked = Sentence("why_asked", "your opponent offers to toss a coin")
    detail = Sentence("detail", "They call {call}.")
    lapse = Sentence("lapse", "The offer expires when you move.")
    in_inbox = Sentence("in_inbox", "{who} offered to toss a coin")
    declined = Sentence("declined", "{who} declined the coin")
    declined_subject = Sentence("declined_subject", "{who} declined the coin ({game})")
    declined_in_full = Sentence(
        "declined_in_full", "{who} declined the coin. You play {side} in this game of {ruleset}."
    )
    why_declined = Sentence("why_declined", "your offer of a coin was declined")
    again = Sentence("again", "It can be offered again after the next turn.")

    outlasts_own_turn = True

    def list_fields(self, game, *, side, now):
        return [Field("call", "Heads or tails", {"type": "text", "maxlength": 5})]

    def read_fields(self, given):
        return {"call": given.get("call", "")}

    def settle(self, act, chosen, *, side):
        if chosen["call"] not in SIDES:
            raise Refusal(BAD_CALL(), status=422)
        return {"call": chosen["call"]}

    def accept(self, act, terms):
        winner = terms["side"] if terms["call"] == "heads" else 1 - terms["side"]
        end_game(act, winner=winner, termination="coin")

    def tell(self, terms):
        return {"call": terms["call"]}


kind = Coin()
