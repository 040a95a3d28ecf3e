"""What the page of a game shows of offers: those that are open, and those that may be made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from core.words import SHORT_MOMENT_OF_ZONE, fill_marked, mark_moment
from engine.contract import Side
from games.models import Game
from games.play.offers import registry, rests_until, tell_closed, was_declined
from games.play.offers.contract import Field, OfferKind, Terms
from games.play.pause import is_paused
from games.reading.state import GameState
from games.words.page import CLAIMED, NEW_MESSAGES

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
    fitting = (kind for kind in kinds if game.arranged not in kind.refused_in)
    shown = [kind for kind in fitting if kind.is_shown(game, side=side, now=now)]
    offers = [describe_offer(game, kind, side=side, filled=filled, now=now) for kind in shown]
    return {
        "standing": tuple(offer for offer in offers if offer.state not in FREE),
        "free": tuple(offer for offer in offers if offer.state in FREE),
        "paused_until": game.paused_until if not game.is_over and is_paused(game, now=now) else None,
    }


def describe_offer(game: Game, kind: OfferKind, *, side: Side, filled: Mapping[str, str], now: datetime) -> Offer:
    terms = game.offers.get(kind.name)
    if terms is not None:
        mine = terms["side"] == side
        return Offer(kind, "made" if mine else "asked", tell_offer(kind, terms, mine=mine))
    if was_declined(game.offers, kind):
        return Offer(kind, "declined", str(tell_closed(game.offers, kind, reader=side)))
    if kind.rests and (end := rests_until(game.offers, kind, side=side)) > game.ply:
        return Offer(kind, "resting", str(kind.rests(ply=end)))
    is_open, fields = filled.get("kind") == kind.name, tuple(kind.list_fields(game, side=side, now=now))
    if is_open:
        fields = tuple(replace(field, value=filled.get(field.name, "")) for field in fields)
    return Offer(kind, "free", hint=str(kind.tell_hint(game) or ""), fields=fields, is_open=is_open)


def tell_offer(kind: OfferKind, terms: Terms, *, mine: bool) -> SafeString:
    """What stands offered, as HTML: moments in the reader's zone, short, 'Mon 25 Jan, 13:00 CET'."""
    sentence = kind.choose("made" if mine else "asked", terms, is_my_turn=mine)
    told = kind.tell(terms)
    moments = {
        name: mark_moment(value, form=SHORT_MOMENT_OF_ZONE)
        for name, value in told.items()
        if isinstance(value, datetime)
    }
    rest = {name: value for name, value in told.items() if name not in moments}
    assert sentence is not None  # each kind has these two
    return fill_marked(sentence(**rest), moments)


def tell_news(offered: dict[str, Any] | None, state: GameState, *, unread: int) -> str:
    """One short sentence beside the turn about what waits to be answered or read; empty where nothing does."""
    if state.silence and state.silence.claimed and state.silence.mine:
        return str(CLAIMED())
    for offer in offered["standing"] if offered else ():
        if offer.state == "asked":
            return str(offer.kind.beside_turn())
    return str(NEW_MESSAGES(n=unread)) if unread else ""
