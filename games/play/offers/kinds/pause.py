"""A pause: both clocks are stopped until a day that the players agree on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils import timezone

from engine.contract import Side
from games import clock
from games.models import Game
from games.play import errors
from games.play.act import Act
from games.play.offers.contract import Field, OfferKind, Terms
from games.play.pause import begin_pause, is_paused

MOST_DAYS = 90


class Pause(OfferKind):
    order = 40
    request = "offer of a pause"

    label = "Offer a pause"
    asked = "Your opponent offers a pause until {until}."
    consequence = "Both clocks are stopped until then. You can both still play."
    made = "You have offered a pause until {until}."
    beside_turn = "You’re offered a pause."

    has_offered = "Pause offered. It stays open until your opponent answers or moves."
    has_accepted = "The game is paused: both clocks are stopped."
    has_declined = "You declined the pause."

    asks = "offers a pause"
    detail = "Both clocks would be stopped until {until}."
    asked_before = "offered a pause"

    outlasts_own_turn = True

    def list_fields(self, game: Game, *, side: Side, now: datetime) -> list[Field]:
        today = timezone.localdate(now)
        first, last = today + timedelta(days=1), today + timedelta(days=MOST_DAYS)
        limits = {"type": "date", "min": first.isoformat(), "max": last.isoformat()}
        return [Field("until", "First day the clocks run again", limits)]

    def read_fields(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The instant at which the chosen day starts in the player's zone. Raises Refusal: bad_pause."""
        try:
            day = date.fromisoformat(given.get("until", "").strip())
            begins = datetime.combine(day, time.min, tzinfo=timezone.get_current_timezone())
            return {"until": begins.astimezone(UTC)}
        except (ValueError, OverflowError):
            raise errors.bad_pause(MOST_DAYS) from None

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.deadline_at is not None and not is_paused(game, now=now)

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: no_limit, paused_already, bad_pause."""
        if act.game.deadline_at is None:
            raise errors.no_limit()
        if is_paused(act.game, now=act.now):
            raise errors.paused_already()
        refuse_far(chosen["until"], now=act.now)
        return {"until": chosen["until"].astimezone(UTC).isoformat()}

    def accept(self, act: Act, terms: Terms) -> None:
        """Raises Refusal: bad_pause (it would have ended before the answer), time_is_up."""
        until = datetime.fromisoformat(terms["until"])
        refuse_far(until, now=act.now)
        if act.game.deadline_at is not None and act.game.deadline_at <= act.now:
            raise errors.time_is_up()  # in grace, or in an outage: a clock at zero does not stand, it has run out
        begin_pause(act.game, until=until, now=act.now)

    def explain_lapse(self, game: Game, terms: Terms, *, now: datetime) -> str:
        over = datetime.fromisoformat(terms["until"]) <= now
        return "The day this pause was to end has already come." if over else ""

    def tell(self, terms: Terms, *, tell_instant: Callable[[datetime], str]) -> dict[str, str]:
        return {"until": tell_instant(datetime.fromisoformat(terms["until"]))}


def refuse_far(until: datetime, *, now: datetime) -> None:
    """Raises Refusal unless the pause ends in the future, and not too far ahead."""
    if not now < until <= now + MOST_DAYS * clock.DAY:
        raise errors.bad_pause(MOST_DAYS)


kind = Pause()
