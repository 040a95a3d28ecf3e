"""Who loses a standing or ladder game on time without having been here since it began: their standing challenges rest
until they visit, so that nobody else waits for them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from competition.models import StandingChallenge
from competition.standing.room import refresh
from games import challenges
from games.events import Result
from games.models import Game, Seat
from games.rating import ON_TIME, was_here

ARRANGED = (Game.Arranged.STANDING, Game.Arranged.LADDER)


def on_result_changed(
    *, game_id: int, before: Result | None, after: Result | None, arranged: str = "", **_: Any
) -> None:
    """Pauses the standing challenges of whoever was not here to lose, and resumes them if that is undone. No query for
    games that two players agreed on, or that end otherwise."""
    lost, undone = (each is not None and each.termination == ON_TIME for each in (after, before))
    if arranged not in ARRANGED or not (lost or undone):
        return
    sides = dict(Seat.objects.filter(game=game_id).values_list("side", "user"))
    challenges.lock_standing(*sides.values())
    if undone and before is not None:
        _forget(sides[_find_loser(before)], since=before.ended_at)
    if lost and after is not None:
        _note(sides[_find_loser(after)], game_id, now=after.ended_at)


def _find_loser(result: Result) -> int:
    assert result.winner is not None  # a game that is lost on time has a winner
    return result.winner.other


def _note(user_id: int, game_id: int, *, now: datetime) -> None:
    mine = StandingChallenge.objects.standing().filter(owner=user_id)
    if mine.exists() and not was_here(user_id, since=Game.objects.values_list("started_at", flat=True).get(pk=game_id)):
        mine.update(absent_since=now)
        refresh([user_id], now=timezone.now())


def _forget(user_id: int, *, since: datetime) -> None:
    if StandingChallenge.objects.standing().filter(owner=user_id, absent_since=since).update(absent_since=None):
        refresh([user_id], now=timezone.now())
