"""Takes one's own last turn back by agreement, and with it the opponent's answer if there is one.

The turns are kept and marked, and their plies come again with a higher revision. The player who takes a turn back has
the time again that was left when they played it, twelve hours at least; the other side has its time bank as before its
answer. Vacation that the other side used for its answer stays used.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from core.words import Sentence
from engine.contract import Side
from games.models import Game
from games.play.act import Act
from games.play.offers.contract import OfferKind, Terms
from games.play.taking_back import find_last, take_back


class Takeback(OfferKind):
    order = 20

    # On the page of the game.
    label = Sentence("label", "Ask to take your turn back")
    hint = Sentence(
        "hint",
        "If your opponent has already answered it, their turn goes back too. If they agree, it’s your turn "
        "again, with the time you had left when you played, at least 12 hours.",
    )
    asked = Sentence(
        "asked",
        "Your opponent asks to take the last turn back.",
        "Your opponent asks to take the last two turns back.",
        "turns",
    )
    consequence = Sentence(
        "consequence",
        "It’s your opponent’s turn again, as before their last turn. You lose no time; if there’s a time limit, "
        "they have at least 12 hours.",
    )
    accept_label = Sentence("accept_label", "Accept")
    made = Sentence("made", "You asked to take your turn back.")
    beside_turn = Sentence("beside_turn", "You’re asked for a takeback.")
    rests = Sentence("rests", "Ask to take your turn back: again after turn {ply}.")

    # To a player who has just done so.
    has_offered = Sentence(
        "has_offered", "You asked to take your turn back. The request stays open until your opponent answers or moves."
    )
    has_accepted = Sentence("has_accepted", "Your opponent’s turn has been taken back.")
    has_declined = Sentence("has_declined", "You declined: the turn stands.")
    has_withdrawn = Sentence("has_withdrawn", "Your offer is withdrawn.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence(
        "i_withdrew", "You withdrew your request for a takeback. Each of you can ask once in 10 turns."
    )
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their request for a takeback. Each of you can ask once in 10 turns."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s request for a takeback. Each of you can ask once in 10 turns."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your request for a takeback. Each of you can ask once in 10 turns."
    )
    not_open = Sentence(
        "not_open", "The request for a takeback is no longer open. Each of you can ask once in 10 turns."
    )

    # Where it is refused.
    already_offered = Sentence(
        "already_offered", "Your opponent has already asked to take a turn back: please accept or decline."
    )
    asked_lately = Sentence(
        "asked_lately", "You asked to take a turn back a short while ago. You can do so again after turn {ply}."
    )
    another_stands = Sentence("another_stands", "The request for a takeback has to be answered or withdrawn first.")
    no_offer = Sentence("no_offer", "There is no request for a takeback to answer: it was withdrawn or has expired.")
    refused_in: ClassVar[Mapping[str, Sentence]] = {
        Game.Arranged.LADDER: Sentence("ladder_takeback", "Turns of ladder games can’t be taken back.")
    }

    # In the list of turns.
    told_made = Sentence("told_made", "{name} asked to take a turn back.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the request for a takeback.")
    told_declined = Sentence("told_declined", "{name} declined the request for a takeback.")
    told_accepted = Sentence("told_accepted", "{name} accepted the request for a takeback.")

    # In notifications.
    asks = Sentence("asks", "{who} asks to take a turn back", "{who} asks to take two turns back", "turns")
    asks_subject = Sentence(
        "asks_subject", "{who} asks to take a turn back ({game})", "{who} asks to take two turns back ({game})", "turns"
    )
    asks_you = Sentence(
        "asks_you",
        "{who} asks to take the last turn back in {ruleset}; you play {side}.",
        "{who} asks to take the last two turns back in {ruleset}; you play {side}.",
        "turns",
    )
    why_asked = Sentence(
        "why_asked", "your opponent asks to take a turn back", "your opponent asks to take two turns back", "turns"
    )
    detail = Sentence("detail", "If you agree, it’s their turn again, and you lose no time.")
    lapse = Sentence("lapse", "The request expires when you move.")
    in_inbox = Sentence("in_inbox", "{who} asked to take a turn back")

    plies_between = 10
    stands_alone = True

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.ply > (game.side_to_move == side) or self.name in game.offers

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: nothing_to_take_back."""
        return {"ply": act.game.ply, "turns": act.game.ply - find_last(act.game, side=side).ply + 1}

    def accept(self, act: Act, terms: Terms) -> None:
        take_back(act.game, find_last(act.game, side=Side(terms["side"])), now=act.now)

    def tell(self, terms: Terms) -> dict[str, Any]:
        return {"turns": terms.get("turns", 1)}


kind = Takeback()
