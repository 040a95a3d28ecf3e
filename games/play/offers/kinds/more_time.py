"""More time by agreement: whole days added to the present turn, offered by either side, accepted by the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from core.numbers import read_number
from engine.contract import Side
from games import clock
from games.models import ClockChange, Game
from games.play import clocks, errors
from games.play.act import Act
from games.play.offers.contract import Field, OfferKind, Terms

MOST_DAYS = 14


class MoreTime(OfferKind):
    order = 30
    request = "offer of more time"

    label = "Offer more time"
    asked = "Your opponent offers more time for this turn: {days}."
    consequence = "The deadline moves right away."
    made = "You have offered more time for this turn: {days}."
    beside_turn = "You’re offered more time."

    has_offered = "More time offered. It stays open until your opponent answers or the next turn is played."
    has_accepted = "You accepted: the deadline has moved."
    has_declined = "You declined more time."

    asks = "offers {more}"
    detail = "It is for {whose} current turn."
    lapse = "The offer expires when the next turn is played."
    asked_before = "offered more time"

    must_be_seen = False

    def list_fields(self, game: Game, *, side: Side, now: datetime) -> list[Field]:
        whose = "your" if game.side_to_move == side else "your opponent’s"
        limits: dict[str, str | int] = {"type": "number", "inputmode": "numeric", "min": 1, "max": MOST_DAYS}
        return [Field("days", f"Extra days for {whose} turn", limits, "3")]

    def read_fields(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The number of days as typed; 0 for anything else, which is then refused like other wrong numbers."""
        return {"days": read_number(given.get("days", "").strip()) or 0}

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.deadline_at is not None

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: bad_days, no_limit."""
        days = chosen["days"]
        if type(days) is not int or not 1 <= days <= MOST_DAYS:
            raise errors.bad_days(MOST_DAYS)
        if act.game.deadline_at is None:
            raise errors.no_limit()
        return {"days": days}

    def accept(self, act: Act, terms: Terms) -> None:
        """Moves the deadline by so many days on which the clock of the player to move runs."""
        assert act.game.deadline_at is not None  # no offer stands in a game without one
        calendar = clocks.calendar_of(act.game, act.game.seats.get(side=act.game.side_to_move), now=act.now)
        deadline = calendar.advance(act.game.deadline_at, terms["days"] * clock.DAY)
        more = {"days": terms["days"]}
        clocks.move_clock(act.game, kind=ClockChange.Kind.MORE_TIME, deadline=deadline, now=act.now, terms=more)

    def tell(self, terms: Terms, *, tell_instant: Callable[[datetime], str]) -> dict[str, str]:
        number, days = terms["days"], "day" if terms["days"] == 1 else "days"
        return {"days": f"{number} {days}", "more": f"{number} more {days}"}


kind = MoreTime()
