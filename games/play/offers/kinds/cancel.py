"""Cancels a game by agreement, before both sides have moved: nobody has won, and it counts in nobody's record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from core.refusal import Refusal
from core.words import Sentence
from engine.contract import Side
from games.models import CANCELLED, Game
from games.play.act import Act
from games.play.ending import end_game
from games.play.offers.contract import OfferKind, Terms
from games.words import refusals


class Cancel(OfferKind):
    order = 15

    # On the page of the game.
    label = Sentence("label", "Ask to cancel the game")
    hint = Sentence(
        "hint", "Only until both of you have moved. If your opponent agrees, the game ends without a result."
    )
    asked = Sentence("asked", "Your opponent asks to cancel the game.")
    consequence = Sentence("consequence", "The game ends right away, without a result, and counts in nobody’s record.")
    accept_label = Sentence("accept_label", "Cancel the game")
    made = Sentence("made", "You asked to cancel the game. The request stays open until the next turn is played.")
    beside_turn = Sentence("beside_turn", "You’re asked to cancel the game.")
    rests = Sentence("rests", "Ask to cancel the game: again after turn {ply}.")

    # To a player who has just done so.
    has_offered = Sentence(
        "has_offered", "You asked to cancel the game. The request stays open until the next turn is played."
    )
    has_accepted = Sentence("has_accepted", "The game is cancelled.")
    has_declined = Sentence("has_declined", "You declined: the game goes on.")
    has_withdrawn = Sentence("has_withdrawn", "Your request is withdrawn.")
    has_played_on = Sentence("has_played_on", "This declined your opponent’s request to cancel the game.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence("i_withdrew", "You withdrew your request to cancel the game. Each of you can ask once.")
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their request to cancel the game. Each of you can ask once."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s request to cancel the game. Each of you can ask once."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your request to cancel the game. Each of you can ask once."
    )
    not_open = Sentence("not_open", "The request to cancel the game is no longer open. Each of you can ask once.")

    # Where it is refused.
    already_offered = Sentence(
        "already_offered", "Your opponent has already asked to cancel the game: please accept or decline."
    )
    asked_lately = Sentence(
        "asked_lately", "You asked to cancel the game a short while ago. You can do so again after turn {ply}."
    )
    another_stands = Sentence("another_stands", "The request to cancel the game has to be answered or withdrawn first.")
    no_offer = Sentence(
        "no_offer", "There is no request to cancel the game to answer: it was withdrawn or has expired."
    )
    refused_in: ClassVar[Mapping[str, Sentence]] = {
        Game.Arranged.LADDER: Sentence("ladder_cancel", "Ladder games can’t be cancelled.")
    }

    # In the list of turns.
    told_made = Sentence("told_made", "{name} asked to cancel the game.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the request to cancel the game.")
    told_declined = Sentence("told_declined", "{name} declined the request to cancel the game.")
    told_accepted = Sentence("told_accepted", "{name} accepted the request to cancel the game.")

    # In notifications.
    asks = Sentence("asks", "{who} asks to cancel the game")
    asks_subject = Sentence("asks_subject", "{who} asks to cancel the game ({game})")
    asks_you = Sentence("asks_you", "{who} asks to cancel the game in {ruleset}; you play {side}.")
    why_asked = Sentence("why_asked", "your opponent asks to cancel the game")
    detail = Sentence("detail", "If you agree, it ends without a result and counts in nobody’s record.")
    lapse = Sentence("lapse", "The request expires when the next turn is played.")
    in_inbox = Sentence("in_inbox", "{who} asked to cancel the game")
    declined = Sentence("declined", "{who} wants to play on, and did not cancel the game")
    declined_subject = Sentence("declined_subject", "{who} wants to play on, and did not cancel the game ({game})")
    declined_in_full = Sentence(
        "declined_in_full",
        "{who} wants to play on, and did not cancel the game. You play {side} in this game of {ruleset}.",
    )
    why_declined = Sentence("why_declined", "your request to cancel the game was declined")
    again = Sentence("again", "Each of you can ask once.")

    plies_between = 10
    stands_alone = True

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return not have_both_moved(game)

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: both_moved."""
        if have_both_moved(act.game):
            raise Refusal(refusals.BOTH_MOVED())
        return {}

    def accept(self, act: Act, terms: Terms) -> None:
        end_game(act, winner=None, termination=CANCELLED)


def have_both_moved(game: Game) -> bool:
    return game.ply > 1


kind = Cancel()
