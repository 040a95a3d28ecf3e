"""A pause: both clocks are stopped until a day that the players agree on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar

from django.utils import timezone

from core.refusal import Refusal
from core.words import Sentence
from engine.contract import Side
from games import clock
from games.models import Game
from games.play.act import Act
from games.play.offers.contract import Field, OfferKind, Terms
from games.play.pause import begin_pause, is_paused
from games.words import refusals

MOST_DAYS = 90


class Pause(OfferKind):
    order = 40

    # On the page of the game.
    label = Sentence("label", "Offer a pause")
    asked = Sentence("asked", "Your opponent offers a pause until {until}.")
    consequence = Sentence("consequence", "Both clocks are stopped until then. You can both still play.")
    accept_label = Sentence("accept_label", "Accept")
    made = Sentence("made", "You have offered a pause until {until}.")
    beside_turn = Sentence("beside_turn", "You’re offered a pause.")

    # To a player who has just done so.
    has_offered = Sentence("has_offered", "Pause offered. It stays open until your opponent answers or moves.")
    has_accepted = Sentence("has_accepted", "The game is paused: both clocks are stopped.")
    has_declined = Sentence("has_declined", "You declined the pause.")
    has_withdrawn = Sentence("has_withdrawn", "Your offer is withdrawn.")

    # Once it was declined or withdrawn.
    i_withdrew = Sentence(
        "i_withdrew", "You withdrew your offer of a pause. It can be offered again after the next turn."
    )
    they_withdrew = Sentence(
        "they_withdrew", "Your opponent withdrew their offer of a pause. It can be offered again after the next turn."
    )
    i_declined = Sentence(
        "i_declined", "You declined your opponent’s offer of a pause. It can be offered again after the next turn."
    )
    they_declined = Sentence(
        "they_declined", "Your opponent declined your offer of a pause. It can be offered again after the next turn."
    )
    not_open = Sentence(
        "not_open", "The offer of a pause is no longer open. It can be offered again after the next turn."
    )

    # Where it is refused.
    already_offered = Sentence(
        "already_offered", "Your opponent has already offered a pause: please accept or decline."
    )
    no_offer = Sentence("no_offer", "There is no offer of a pause to answer: it was withdrawn or has expired.")
    refused_in: ClassVar[Mapping[str, Sentence]] = {
        Game.Arranged.LADDER: Sentence("ladder_pause", "Ladder games can’t be paused.")
    }

    # In the list of turns.
    told_made = Sentence("told_made", "{name} offered a pause.")
    told_withdrawn = Sentence("told_withdrawn", "{name} withdrew the offer of a pause.")
    told_declined = Sentence("told_declined", "{name} declined the offer of a pause.")
    told_accepted = Sentence("told_accepted", "{name} accepted the offer of a pause.")

    # In notifications.
    asks = Sentence("asks", "{who} offers a pause")
    asks_subject = Sentence("asks_subject", "{who} offers a pause ({game})")
    asks_you = Sentence("asks_you", "{who} offers a pause in {ruleset}; you play {side}.")
    why_asked = Sentence("why_asked", "your opponent offers a pause")
    detail = Sentence("detail", "Both clocks would be stopped until {until}.")
    lapse = Sentence("lapse", "The offer expires when you move.")
    in_inbox = Sentence("in_inbox", "{who} offered a pause")

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
            raise Refusal(refusals.BAD_PAUSE(most=MOST_DAYS), status=422) from None

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        return game.deadline_at is not None and not is_paused(game, now=now)

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """Raises Refusal: no_limit, paused_already, bad_pause."""
        if act.game.deadline_at is None:
            raise Refusal(refusals.NO_LIMIT())
        if is_paused(act.game, now=act.now):
            raise Refusal(refusals.PAUSED_ALREADY())
        refuse_far(chosen["until"], now=act.now)
        return {"until": chosen["until"].astimezone(UTC).isoformat()}

    def accept(self, act: Act, terms: Terms) -> None:
        """Raises Refusal: bad_pause (it would have ended before the answer), time_is_up."""
        until = datetime.fromisoformat(terms["until"])
        refuse_far(until, now=act.now)
        if act.game.deadline_at is not None and act.game.deadline_at <= act.now:
            raise Refusal(
                refusals.TIME_IS_UP()
            )  # in grace, or in an outage: a clock at zero does not stand, it has run out
        begin_pause(act.game, until=until, now=act.now)

    def explain_lapse(self, game: Game, terms: Terms, *, now: datetime) -> str:
        over = datetime.fromisoformat(terms["until"]) <= now
        return "The day this pause was to end has already come." if over else ""

    def tell(self, terms: Terms) -> dict[str, Any]:
        return {"until": datetime.fromisoformat(terms["until"])}


def refuse_far(until: datetime, *, now: datetime) -> None:
    """Raises Refusal unless the pause ends in the future, and not too far ahead."""
    if not now < until <= now + MOST_DAYS * clock.DAY:
        raise Refusal(refusals.BAD_PAUSE(most=MOST_DAYS), status=422)


kind = Pause()
