"""The end of a pause before its time: the clocks run again from the moment both agree."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from core.refusal import Refusal
from core.words import Sentence
from engine.contract import Side
from games.models import Game
from games.play.act import Act
from games.play.offers.contract import OfferKind, Terms
from games.play.pause import end_pause, is_paused
from games.words import refusals


class Resume(OfferKind):
    order = 50

    # On the page of the game.
    label = Sentence("label", "Offer to end the pause")
    hint = Sentence("hint", "If your opponent agrees, the clock runs again.")
    asked = Sentence("asked", "Your opponent offers to end the pause now.")
    consequence = Sentence(
        "consequence", "The clock runs from then on. If it’s your opponent’s turn, they have at least 12 hours for it."
    )
    accept_label = Sentence("accept_label", "Accept")
    made = Sentence("made", "You have offered to end the pause.")
    beside_turn = Sentence("beside_turn", "You’re offered an end of the pause.")

    # To a player who has just done so.
    has_offered = Sentence(
        "has_offered", "Offered to end the pause. The offer stays open until your opponent answers or moves."
    )
    has_accepted = Sentence("has_accepted", "The pause is over: the clock is running.")
    has_declined = Sentence("has_declined", "You declined: the pause continues.")
    has_withdrawn = Sentence("has_withdrawn", "Your offer is withdrawn.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence(
        "i_withdrew", "You withdrew your offer to end the pause. It can be offered again after the next turn."
    )
    they_withdrew = Sentence(
        "they_withdrew",
        "Your opponent withdrew their offer to end the pause. It can be offered again after the next turn.",
    )
    i_declined = Sentence(
        "i_declined",
        "You declined your opponent’s offer to end the pause. It can be offered again after the next turn.",
    )
    they_declined = Sentence(
        "they_declined",
        "Your opponent declined your offer to end the pause. It can be offered again after the next turn.",
    )
    not_open = Sentence(
        "not_open", "The offer to end the pause is no longer open. It can be offered again after the next turn."
    )

    # Where it is refused.
    already_offered = Sentence(
        "already_offered", "Your opponent has already offered to end the pause: please accept or decline."
    )
    no_offer = Sentence("no_offer", "There is no offer to end the pause to answer: it was withdrawn or has expired.")

    # In the list of turns.
    told_made = Sentence("told_made", "{name} offered to end the pause.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the offer to end the pause.")
    told_declined = Sentence("told_declined", "{name} declined the offer to end the pause.")
    told_accepted = Sentence("told_accepted", "{name} accepted the offer to end the pause.")

    # In notifications.
    asks = Sentence("asks", "{who} offers to end the pause")
    asks_subject = Sentence("asks_subject", "{who} offers to end the pause ({game})")
    asks_you = Sentence("asks_you", "{who} offers to end the pause in {ruleset}; you play {side}.")
    why_asked = Sentence("why_asked", "your opponent offers to end the pause")
    detail = Sentence("detail", "If you agree, the clocks run again right away.")
    lapse = Sentence("lapse", "The offer expires when you move.")
    in_inbox = Sentence("in_inbox", "{who} offered to end the pause")

    outlasts_own_turn = True

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.deadline_at is not None and is_paused(game, now=now)

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: not_paused."""
        if not is_paused(act.game, now=act.now):
            raise Refusal(refusals.NOT_PAUSED())
        return {}

    def accept(self, act: Act, terms: Terms) -> None:
        """Raises Refusal: not_paused."""
        if not is_paused(act.game, now=act.now):
            raise Refusal(refusals.NOT_PAUSED())
        end_pause(act.game, agreed_by=Side(terms["side"]).other, now=act.now)

    def explain_lapse(self, game: Game, terms: Terms, *, now: datetime) -> str:
        return "" if is_paused(game, now=now) else "The pause is over."


kind = Resume()
