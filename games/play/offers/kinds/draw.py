"""A draw by agreement: either side may offer it, on either side's turn."""

from __future__ import annotations

from core.words import Sentence
from games.play.act import Act
from games.play.ending import end_game
from games.play.offers.contract import OfferKind, Terms


class Draw(OfferKind):
    order = 10

    # On the page of the game.
    label = Sentence("label", "Offer a draw")
    hint = Sentence("hint", "Your opponent can accept, decline, or play on.")
    asked = Sentence("asked", "Your opponent offers a draw.")
    consequence = Sentence("consequence", "The game ends right away, with no winner.")
    accept_label = Sentence("accept_label", "Accept the draw")
    made = Sentence("made", "Draw offered. It stays open until your opponent answers or moves.")
    beside_turn = Sentence("beside_turn", "You’re offered a draw.")

    # To a player who has just done so.
    has_offered = Sentence("has_offered", "Draw offered. It stays open until your opponent answers or moves.")
    has_accepted = Sentence("has_accepted", "You accepted the draw.")
    has_declined = Sentence("has_declined", "You declined the draw.")
    has_withdrawn = Sentence("has_withdrawn", "Draw offer withdrawn.")
    has_played_on = Sentence("has_played_on", "This declined your opponent’s draw offer.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence(
        "i_withdrew", "You withdrew your offer of a draw. It can be offered again after the next turn."
    )
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their offer of a draw. It can be offered again after the next turn."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s offer of a draw. It can be offered again after the next turn."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your offer of a draw. It can be offered again after the next turn."
    )
    not_open = Sentence(
        "not_open", "The offer of a draw is no longer open. It can be offered again after the next turn."
    )

    # Where it is refused.
    already_offered = Sentence("already_offered", "Your opponent has already offered a draw: please accept or decline.")
    no_offer = Sentence("no_offer", "There is no offer of a draw to answer: it was withdrawn or has expired.")

    # In the list of turns.
    told_made = Sentence("told_made", "{name} offered a draw.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the offer of a draw.")
    told_declined = Sentence("told_declined", "{name} declined the offer of a draw.")
    told_accepted = Sentence("told_accepted", "{name} accepted the offer of a draw.")

    # In notifications.
    asks = Sentence("asks", "{who} offers a draw")
    asks_subject = Sentence("asks_subject", "{who} offers a draw ({game})")
    asks_you = Sentence("asks_you", "{who} offers you a draw in {ruleset}; you play {side}.")
    why_asked = Sentence("why_asked", "your opponent offers a draw")
    lapse = Sentence("lapse", "The offer expires when you move.")
    in_inbox = Sentence("in_inbox", "{who} offered a draw")
    declined = Sentence("declined", "{who} declined the draw")
    declined_subject = Sentence("declined_subject", "{who} declined the draw ({game})")
    declined_in_full = Sentence(
        "declined_in_full", "{who} declined the draw. You play {side} in this game of {ruleset}."
    )
    why_declined = Sentence("why_declined", "your offer of a draw was declined")
    again = Sentence("again", "It can be offered again after the next turn.")

    outlasts_own_turn = True
    must_be_seen = False

    def accept(self, act: Act, terms: Terms) -> None:
        end_game(act, winner=None, termination="agreement")


kind = Draw()
