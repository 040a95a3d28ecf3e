"""Leaves a game out of the ratings that was won on time, for a winner who does not want to gain by it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.refusal import Refusal
from core.words import DAY_OF_YEAR, tell_day
from games import events, rating
from games.models import Game, RatedGame, RatingEntry, Seat
from games.play.locking import lock
from games.words import refusals

WITHIN = timedelta(days=7)
"""How long after its end a game can be left out."""
MOST = 3
"""Games that a player leaves out in any `COUNTED`."""
COUNTED = timedelta(days=90)


def leave_out(game_id: int, *, user: User, now: datetime | None = None) -> None:
    """Leaves a game that `user` won on time out of the ratings, for both players and for good.

    The other player is told. Raises Refusal: not_rated, not_over, not_won_on_time, not_counting,
    too_late_to_leave_out, many_left_out; and Game.DoesNotExist, of somebody who does not play in it.
    """
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # so that nobody leaves out four at once
        found, at = lock(game_id), now or timezone.now()
        seat = Seat.objects.filter(game=game_id, user=user.pk).first()
        if not found or seat is None:
            raise Game.DoesNotExist
        if refusal := find_refusal(found[0], side=seat.side, user_id=user.pk, now=at):
            raise refusal
        RatedGame.objects.update_or_create(game_id=game_id, defaults={"declined_at": at, "declined_by": user})
        corrections, _ = rating.settle([game_id])
        rating.announce(corrections, game_id=game_id, cause=events.Correcting.LEFT_OUT, but=[user.pk])


def find_refusal(game: Game, *, side: int, user_id: int, now: datetime) -> Refusal | None:
    """Why the player of that side may not leave it out; None where they may. Two queries for a rated game that they
    won on time lately, none for others."""
    if not game.rated:
        return Refusal(refusals.NOT_RATED())
    if game.ended_at is None:
        return Refusal(refusals.NOT_OVER())
    if game.winner != side or game.termination != rating.ON_TIME:
        return Refusal(refusals.NOT_WON_ON_TIME())
    if now - game.ended_at > WITHIN:
        return Refusal(refusals.TOO_LATE_TO_LEAVE_OUT(within=WITHIN))
    if not RatingEntry.objects.counting().filter(game=game.pk).exists():
        return Refusal(refusals.NOT_COUNTING())
    left_out = RatedGame.objects.filter(declined_by=user_id, declined_at__gt=now - COUNTED).order_by("-declined_at")
    found = list(left_out.values_list("declined_at", flat=True)[:MOST])
    if len(found) == MOST and found[-1] is not None:
        again_at = found[-1] + COUNTED
        until = tell_day(again_at, form=DAY_OF_YEAR)
        return Refusal(refusals.MANY_LEFT_OUT(most=MOST, within=COUNTED, until=until), again_at=again_at)
    return None
