"""What the page of a game shows of offers: those that are open, and those that may be made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import dateformat, timezone
from django.utils.html import format_html

from engine.contract import Side
from games.models import Game
from games.play.offers import registry, rests_until, tell_closed, was_declined
from games.play.offers.contract import Field, OfferKind
from games.play.pause import is_paused
from games.reading.state import GameState

FREE = ("free", "declined", "resting")
"""The states in which nothing is offered now. Offers in these states take no room beside the board."""


class Offer(NamedTuple):
    """An offer of one kind: all that its fragment shows.

    `state` is "asked" (of the reader), "made" (by the reader), "declined", "resting" or "free".
    """

    kind: OfferKind
    state: str
    sentence: str = ""
    hint: str = ""
    fields: tuple[Field, ...] = ()
    is_open: bool = False
    """Whether its form is shown open, since the reader has just filled it in."""


def describe_offers(state: GameState, *, filled: Mapping[str, str]) -> dict[str, Any] | None:
    """The offers of a game as it is now, for one of its players; None for everybody else. Asks no query.

    `filled` is what was filled in, where a form has to be shown again. A guest starts another game by a button of their
    own.
    """
    game, now, seat = state.game, state.now, state.member if state.game.is_over else state.mine
    if seat is None or not state.is_now:
        return None
    side = Side(seat.side)
    kinds = [kind for kind in registry.OFFERS.all() if kind.after_end == game.is_over]
    shown = [kind for kind in kinds if kind.is_shown(game, side=side, now=now)]
    offers = [describe_offer(game, kind, side=side, filled=filled, now=now) for kind in shown]
    return {
        "standing": tuple(offer for offer in offers if offer.state not in FREE),
        "free": tuple(offer for offer in offers if offer.state in FREE),
        "paused_until": game.paused_until if not game.is_over and is_paused(game, now=now) else None,
    }


def describe_offer(game: Game, kind: OfferKind, *, side: Side, filled: Mapping[str, str], now: datetime) -> Offer:
    terms = game.offers.get(kind.name)
    if terms is not None:
        told = kind.tell_reader(game, terms, reader=side, tell_instant=tell_instant)
        if terms["side"] == side:
            return Offer(kind, "made", format_html(kind.made, **told))
        return Offer(kind, "asked", format_html(kind.asked, **told))
    if was_declined(game.offers, kind):
        return Offer(kind, "declined", tell_closed(game.offers, kind, reader=side))
    if (end := rests_until(game.offers, kind, side=side)) > game.ply:
        return Offer(kind, "resting", f"{kind.label}: again after turn {end}.")
    is_open, fields = filled.get("kind") == kind.name, tuple(kind.list_fields(game, side=side, now=now))
    if is_open:
        fields = tuple(replace(field, value=filled.get(field.name, "")) for field in fields)
    return Offer(kind, "free", hint=kind.tell_hint(game), fields=fields, is_open=is_open)


def tell_instant(instant: datetime) -> str:
    """In the reader's zone, short and as HTML: 'Mon 25 Jan, 13:00 CET'."""
    local = timezone.localtime(instant)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), dateformat.format(local, "D j M, H:i T"))


def tell_news(offered: dict[str, Any] | None, state: GameState, *, unread: int) -> str:
    """One short sentence beside the turn about what waits to be answered or read; empty where nothing does."""
    if state.silence and state.silence.claimed and state.silence.mine:
        return "Your opponent has claimed the win: play in time to go on."
    for offer in offered["standing"] if offered else ():
        if offer.state == "asked":
            return str(offer.kind.beside_turn)
    return f"{unread} new message{'' if unread == 1 else 's'}." if unread else ""
