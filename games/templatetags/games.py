"""What templates say of games: whose turn, how long, how it ended."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from games import clock, words
from games.models import Challenge, Game, Seat

register = template.Library()
register.filter("result", words.result_of)
register.filter("options", words.options_of)
register.filter("control", words.control_of)
register.filter("opening", words.opening_of)


@register.filter
def remaining(deadline: datetime) -> str:
    """How long until the deadline, rounded down: '2 days 3 hours'."""
    return clock.remaining(deadline, now=timezone.now())


@register.filter
def opponent_of(game: Game, user: Any) -> Seat | None:
    """The other player's seat, from seats fetched before."""
    return next((seat for seat in game.seats.all() if seat.user_id != user.pk), None)


@register.filter
def seat_to_move(game: Game) -> Seat:
    return next(seat for seat in game.seats.all() if seat.side == game.side_to_move)


@register.filter
def outcome_for(game: Game, user: Any) -> str:
    """'won', 'lost', 'drawn' or 'void' for a player of the game; empty for others and while it goes on."""
    seat = next((seat for seat in game.seats.all() if user and seat.user_id == user.pk), None)
    if seat is None or not game.is_over:
        return ""
    if game.winner is None:
        return "void" if game.is_void else "drawn"
    return "won" if game.winner == seat.side else "lost"


@register.filter
def challenger_side(challenge: Challenge) -> str:
    """The side the challenger wants, in the words of the ruleset."""
    if challenge.side == Challenge.SideWanted.RANDOM:
        return "either side, by lot"
    return challenge.ruleset.sides[0 if challenge.side == Challenge.SideWanted.FIRST else 1]


@register.inclusion_tag("games/_deadline.html")
def deadline(when: datetime | None) -> dict[str, Any]:
    """A deadline, relative and absolute in the reader's zone; urgent in the last day."""
    now = timezone.now()
    return {"when": when, "passed": when is not None and when <= now, "urgent": when and when - now < clock.DAY}
