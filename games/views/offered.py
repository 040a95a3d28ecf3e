"""What the page of a game shows of offers other than a draw: those that stand, those that may be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.engine.contract import Side
from games.models import Game, Seat
from games.play import more_time, offers, pause

DRAW = "Draw offered below."
NEWS = {
    offers.TAKEBACK: "Takeback asked for below.",
    offers.MORE_TIME: "More time offered below.",
    offers.PAUSE: "Pause offered below.",
    offers.RESUME: "End of pause offered below.",
}
"""Each fits beside “Your turn.” on the line above Confirm on a small phone, so that none pushes Confirm down."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of one kind. `state` is "asked" (of the reader), "made" (by the reader), "declined" or "free"."""

    kind: str
    state: str
    days: int = 0
    until: datetime | None = None


def describe_offers(game: Game, seat: Seat | None, *, now: datetime) -> dict[str, Any] | None:
    """The offers of a game that goes on, for one of its players; None for everybody else. Asks no query."""
    if seat is None or game.is_over:
        return None
    today = timezone.localdate(now)
    return {
        "list": list(list_offers(game, Side(seat.side), now=now)),
        "most_days": more_time.MOST_DAYS,
        "paused_until": game.paused_until if pause.is_paused(game, now=now) else None,
        "first_day": today + timedelta(days=1),
        "last_day": today + timedelta(days=pause.MOST_DAYS),
    }


def list_offers(game: Game, side: Side, *, now: datetime) -> Iterator[Offer]:
    """An offer of each kind that makes sense now, in an order that stays."""
    paused = pause.is_paused(game, now=now)
    if game.deadline_at is not None:
        yield describe(game, offers.MORE_TIME, side)
        yield describe(game, offers.RESUME if paused else offers.PAUSE, side)
    if game.ply and (game.side_to_move != side or offers.TAKEBACK in game.offers):
        yield describe(game, offers.TAKEBACK, side)


def describe(game: Game, kind: str, side: Side) -> Offer:
    terms = game.offers.get(kind)
    if terms is None:
        return Offer(kind, "declined" if kind in game.offers.get(offers.DECLINED, ()) else "free")
    until = datetime.fromisoformat(terms["until"]) if "until" in terms else None
    return Offer(kind, "made" if terms["side"] == side else "asked", terms.get("days", 0), until)


def tell_news(offered: dict[str, Any] | None, *, draw: bool, unread: int) -> str:
    """One short sentence beside the turn of what waits further below; empty where nothing does."""
    asked = [offer.kind for offer in offered["list"] if offer.state == "asked"] if offered else []
    if draw:
        return DRAW
    if asked:
        return next(NEWS[kind] for kind in NEWS if kind in asked)
    return f"{unread} new message{'' if unread == 1 else 's'} below." if unread else ""
