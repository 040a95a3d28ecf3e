"""What keeps a computer from playing in a game, and how its player may then leave without losing."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from computers.models import LEASE, Computer, Thought
from computers.words import playing as words
from computers.words import refusals
from core.refusal import Refusal
from core.words import Said
from engine.contract import Side
from games import play
from games.models import Game

SLOW = timedelta(minutes=2)
"""After this long something must be wrong: the last level thinks for 20 seconds."""


def find_hindrance(game: Game, *, now: datetime | None = None) -> Said | None:
    """Why the computer of a running game does not play; None where it does. Two queries at most."""
    if Computer.objects.filter(user__seats__game=game, on=False).exists():
        return words.OFF()
    thought, now = Thought.objects.filter(game=game).first(), now or timezone.now()
    if thought is None:
        return None
    if thought.stopped_at:
        return words.STOPPED() if thought.by_staff else words.FAILED()
    if thought.relayed:
        return words.RELAYED()
    lost = not thought.seen_at or thought.seen_at < now - LEASE.lasts
    return words.LATE() if thought.asked_at < now - SLOW and lost else None


def call_off(game: Game, *, side: Side, expected_revision: int) -> None:
    """Ends a game without a result while its computer does not play. If it has played meanwhile, the revision tells.

    Raises Refusal: plays, and those of `play.call_off`.
    """
    if not game.is_over and not find_hindrance(game):
        raise Refusal(refusals.PLAYS())
    play.call_off(game.pk, side=side, expected_revision=expected_revision)
