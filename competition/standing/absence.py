"""Pauses the standing challenges of a player who lost a standing or ladder game on time without having been here during
it. They are paused until the player visits, so that others do not wait for them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Case, F, Q, Value, When
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
    """Pauses the standing challenges of a player who lost without having been here, and updates that if the loss is
    undone. Makes no query for games that two players agreed on, or that end in another way."""
    lost, undone = (each is not None and each.termination == ON_TIME for each in (after, before))
    if arranged not in ARRANGED or not (lost or undone):
        return
    sides = dict(Seat.objects.filter(game=game_id).values_list("side", "user"))
    challenges.lock_standing(*sides.values())
    if undone and before is not None:
        _forget(sides[_find_loser(before)])
    if lost and after is not None:
        _note(sides[_find_loser(after)], game_id)


def _find_loser(result: Result) -> int:
    assert result.winner is not None  # a game that is lost on time has a winner
    return result.winner.other


def _note(user_id: int, game_id: int) -> None:
    mine = StandingChallenge.objects.standing().filter(owner=user_id)
    if mine.exists() and (since := _find_absence(user_id, game=game_id)) is not None:
        later = Q(absent_since=None) | Q(absent_since__lt=since)
        mine.filter(later, made_at__lte=since).update(absent_since=since)
        refresh([user_id], now=timezone.now())


def _forget(user_id: int) -> None:
    """Reads the absence from the losses that are left, as if the undone one had never happened."""
    mine = StandingChallenge.objects.standing().filter(owner=user_id)
    if mine.filter(absent_since__isnull=False).exists():
        since = _find_absence(user_id)
        mine.update(absent_since=Case(When(made_at__lte=since, then=Value(since))) if since else None)
        refresh([user_id], now=timezone.now())


def _find_absence(user_id: int, **of: Any) -> datetime | None:
    """Returns when the player last lost such a game without having been here from its start to its end, neither by a
    visit nor by a turn in any game. A visit after its end ends the absence. `of` can limit this to one game."""
    lost = Seat.objects.filter(
        Q(user__last_visit_at=None) | Q(user__last_visit_at__lte=F("game__started_at")),
        user=user_id,
        game__arranged__in=ARRANGED,
        game__termination=ON_TIME,
        **of,
    ).exclude(side=F("game__winner"))
    for began, ended in lost.order_by("-game__ended_at").values_list("game__started_at", "game__ended_at"):
        if ended is not None and not was_here(user_id, since=began, until=ended):
            return ended
    return None
