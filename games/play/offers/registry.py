"""Finds the kinds of offer: every file of `kinds/`. Nothing else knows them."""

from __future__ import annotations

from core.refusal import Refusal
from engine.kinds import Kinds
from games.play.offers.contract import OfferKind
from games.words import refusals

OFFERS = Kinds("games.play.offers.kinds", OfferKind)


def get(name: str) -> OfferKind:
    """The kind of offer of that name. Raises Refusal: unknown_offer."""
    if kind := OFFERS.find(name):
        return kind
    raise Refusal(refusals.UNKNOWN_OFFER(), status=404)
