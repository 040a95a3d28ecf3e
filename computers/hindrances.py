"""What keeps a computer from playing in a game, and how its player may then leave without losing."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from computers.models import LEASE, Computer, Thought
from computers.words import refusals
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game

SLOW = timedelta(minutes=2)
"""After this long something must be wrong: the last level thinks for 20 seconds."""
OFF = "This computer is switched off at the moment."
STOPPED = "Our staff have stopped this computer here."
FAILED = "Something went wrong, and the computer stopped playing here."
LATE = "The computer is slow to answer just now."
RELAYED = (
    "These positions stand in a game between two people. The computer goes on once that game has left them or is over."
)
PLAYS = "The computer is playing, so the game goes on. You can resign it."


def find_hindrance(game: Game, *, now: datetime | None = None) -> str:
    """Why the computer of a running game does not play, in a sentence; empty where it does. Two queries at most."""
    if Computer.objects.filter(user__seats__game=game, on=False).exists():
        return OFF
    thought, now = Thought.objects.filter(game=game).first(), now or timezone.now()
    if thought is None:
        return ""
    if thought.stopped_at:
        return STOPPED if thought.by_staff else FAILED
    if thought.relayed:
        return RELAYED
    lost = not thought.seen_at or thought.seen_at < now - LEASE.lasts
    return LATE if thought.asked_at < now - SLOW and lost else ""


def call_off(game: Game, *, side: Side, expected_revision: int) -> None:
    """Ends a game without a result while its computer does not play. If it has played meanwhile, the revision tells.

    Raises Refusal: plays, and those of `play.call_off`.
    """
    if not game.is_over and not find_hindrance(game):
        raise Refusal(refusals.PLAYS())
    play.call_off(game.pk, side=side, expected_revision=expected_revision)
