"""Mails about what the opponent offers within a game, and about an offer that they declined."""

from datetime import datetime
from typing import Any

from games.engine.contract import Side
from games.play.offers import registry, was_declined
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording.games import describe_game, load_game, show_instant


def made(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """What is offered, as it stands now: an offer may have been changed since."""
    game, kind = load_game(notice), registry.get(notice.payload["offer"])
    context = describe_game(game, notice, now=now)
    terms = game.offers.get(kind.name)
    if game.is_over or not terms or terms["side"] != context["theirs"].side:
        raise Dropped("The offer no longer stands.")
    if lapsed := kind.explain_lapse(game, terms, now=now):
        raise Dropped(lapsed)
    told = kind.tell_reader(game, terms, reader=Side(context["mine"].side), tell_instant=show_instant)
    return {
        **context,
        "asks": kind.asks.format(**told),
        "asks_you": (kind.asks_you or kind.asks).format(**told),
        "detail": kind.detail.format(**told),
        "lapse": kind.lapse,
    }


def declined(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """Dropped once a turn was played, or taken back: then there are other news."""
    game, kind = load_game(notice), registry.get(notice.payload["offer"])
    if game.is_over or not was_declined(game.offers, kind):
        raise Dropped("The game has gone on.")
    return {**describe_game(game, notice, now=now), "declined": kind.declined, "what": kind.what}
