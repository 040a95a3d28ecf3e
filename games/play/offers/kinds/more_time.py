"""More time by agreement: whole days added to the present turn, offered by either side, accepted by the other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from core.numbers import read_number
from core.refusal import Refusal
from core.words import Sentence
from engine.contract import Side
from games import clock
from games.models import ClockChange, Game
from games.play import clocks
from games.play.act import Act
from games.play.offers.contract import Field, OfferKind, Terms
from games.words import refusals

MOST_DAYS = 14
EXTRA = Sentence("extra", "Extra days for your turn")
EXTRA_OF_THEIRS = Sentence("extra_of_theirs", "Extra days for your opponent’s turn")


class MoreTime(OfferKind):
    order = 30

    # On the page of the game.
    label = Sentence("label", "Offer more time")
    asked = Sentence("asked", "Your opponent offers more time for this turn: {days}.")
    consequence = Sentence("consequence", "The deadline moves right away.")
    accept_label = Sentence("accept_label", "Accept")
    made = Sentence("made", "You have offered more time for this turn: {days}.")
    beside_turn = Sentence("beside_turn", "You’re offered more time.")

    # To a player who has just done so.
    has_offered = Sentence(
        "has_offered", "More time offered. It stays open until your opponent answers or the next turn is played."
    )
    has_accepted = Sentence("has_accepted", "You accepted: the deadline has moved.")
    has_declined = Sentence("has_declined", "You declined more time.")
    has_withdrawn = Sentence("has_withdrawn", "Your offer is withdrawn.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence(
        "i_withdrew", "You withdrew your offer of more time. It can be offered again after the next turn."
    )
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their offer of more time. It can be offered again after the next turn."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s offer of more time. It can be offered again after the next turn."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your offer of more time. It can be offered again after the next turn."
    )
    not_open = Sentence(
        "not_open", "The offer of more time is no longer open. It can be offered again after the next turn."
    )

    # Where it is refused.
    already_offered = Sentence(
        "already_offered", "Your opponent has already offered more time: please accept or decline."
    )
    no_offer = Sentence("no_offer", "There is no offer of more time to answer: it was withdrawn or has expired.")

    # In the list of turns.
    told_made = Sentence("told_made", "{name} offered more time.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the offer of more time.")
    told_declined = Sentence("told_declined", "{name} declined the offer of more time.")
    told_accepted = Sentence("told_accepted", "{name} accepted the offer of more time.")

    # In notifications.
    asks = Sentence("asks", "{who} offers {n} more day", "{who} offers {n} more days", "n")
    asks_subject = Sentence(
        "asks_subject", "{who} offers {n} more day ({game})", "{who} offers {n} more days ({game})", "n"
    )
    asks_you = Sentence(
        "asks_you",
        "{who} offers {n} more day in {ruleset}; you play {side}.",
        "{who} offers {n} more days in {ruleset}; you play {side}.",
        "n",
    )
    why_asked = Sentence("why_asked", "your opponent offers {n} more day", "your opponent offers {n} more days", "n")
    detail = Sentence("detail", "It is for your current turn.")
    detail_of_theirs = Sentence("detail_of_theirs", "It is for their own current turn.")
    lapse = Sentence("lapse", "The offer expires when the next turn is played.")
    in_inbox = Sentence("in_inbox", "{who} offered more time")

    must_be_seen = False

    def list_fields(self, game: Game, *, side: Side, now: datetime) -> list[Field]:
        limits: dict[str, str | int] = {"type": "number", "inputmode": "numeric", "min": 1, "max": MOST_DAYS}
        return [Field("days", str((EXTRA if game.side_to_move == side else EXTRA_OF_THEIRS)()), limits, "3")]

    def read_fields(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The number of days as typed; 0 for anything else, which is then refused like other wrong numbers."""
        return {"days": read_number(given.get("days", "").strip()) or 0}

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.deadline_at is not None

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: bad_days, no_limit."""
        days = chosen["days"]
        if type(days) is not int or not 1 <= days <= MOST_DAYS:
            raise Refusal(refusals.BAD_DAYS(most=MOST_DAYS), status=422)
        if act.game.deadline_at is None:
            raise Refusal(refusals.NO_LIMIT())
        return {"days": days}

    def accept(self, act: Act, terms: Terms) -> None:
        """Moves the deadline by so many days on which the clock of the player to move runs."""
        assert act.game.deadline_at is not None  # no offer stands in a game without one
        calendar = clocks.calendar_of(act.game, act.game.seats.get(side=act.game.side_to_move), now=act.now)
        deadline = calendar.advance(act.game.deadline_at, terms["days"] * clock.DAY)
        more = {"days": terms["days"]}
        clocks.move_clock(act.game, kind=ClockChange.Kind.MORE_TIME, deadline=deadline, now=act.now, terms=more)

    def tell(self, terms: Terms) -> dict[str, Any]:
        return {"days": terms["days"] * clock.DAY, "n": terms["days"]}

    def choose(self, name: str, terms: Terms, *, is_my_turn: bool) -> Sentence | None:
        """Whose turn gets longer."""
        return (
            self.detail_of_theirs
            if name == "detail" and not is_my_turn
            else super().choose(name, terms, is_my_turn=is_my_turn)
        )


kind = MoreTime()
