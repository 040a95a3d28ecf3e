"""Open offers in a game, in the words of emails, and what a reader writes to answer them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from core.words import Said, say_all
from engine.contract import Side
from games.play.offers import list_asked
from games.play.offers.contract import OfferKind, Terms
from notifications.wording.games import show_instant
from notifications.words import games as words


def list_standing(shown: Mapping[str, Any], *, number: int | None = None) -> list[dict[str, Any]]:
    """Returns the open offers to the reader of a game, which emails have described as `shown`.

    Each has its words, and what the reader writes to accept or decline it, which contains the offer's name. If an email
    numbers the game, that contains the number, too.
    """
    game, mark = shown["game"], f"{number}: " if number else ""
    return [
        {
            "number": number,
            "said": tell_in_full(kind, game.offers[kind.name], shown),
            "yes": f"{mark}yes {name_offer(kind)}",
            "no": f"{mark}no {name_offer(kind)}",
            "ends_with_turn": shown["my_turn"],
        }
        for kind in (list_asked(game.offers, side=Side(shown["mine"].side)) if game.offers else ())
    ]


def name_offer(kind: OfferKind) -> str:
    """Returns how a reply names the offer, such as “more time”."""
    return kind.name.replace("_", " ")


def tell_in_full(kind: OfferKind, terms: Terms, shown: Mapping[str, Any]) -> Said:
    told = tell_offer(kind, terms, shown)
    return say_all(words.FULL_STOP(sentence=told["asks"]), told.get("detail"))


def tell_offer(offer: OfferKind, terms: Terms, context: Mapping[str, Any]) -> dict[str, Said]:
    """Returns the sentences of an email about the offer, under the names that templates use."""
    told = {
        name: show_instant(value) if isinstance(value, datetime) else value for name, value in offer.tell(terms).items()
    }
    told |= {
        "who": context["opponent"],
        "game": f"{context['ruleset'].name} #{context['game'].pk}",
        "ruleset": context["ruleset"].name,
        "side": context["my_side"],
        "next_side": find_next_side(offer, terms, context),
    }
    chosen = {
        name: offer.choose(name, terms, is_my_turn=context["game"].side_to_move == context["mine"].side)
        for name in ("asks", "asks_subject", "asks_you", "why_asked", "detail")
    }
    return {name: sentence(**told) for name, sentence in chosen.items() if sentence}


def find_next_side(offer: OfferKind, terms: Terms, context: Mapping[str, Any]) -> str:
    """Returns the reader's side in the game that accepting the offer leads to; empty if there is no such game or no
    settled side."""
    side = offer.find_next_side(terms, reader=Side(context["mine"].side))
    return "" if side is None else context["ruleset"].sides[side]
