"""The way of every action on a game: lock it, settle its time, let the action change and announce it, commit."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import User
from core.prepared import PreparedQuery
from core.refusal import Refusal
from engine.contract import Side
from games.models import Game, Seat
from games.play.act import Act
from games.play.clocks import is_out_of_time
from games.play.locking import lock, locked
from games.play.running_out import run_out
from games.words import refusals


@PreparedQuery
def find_seats(game_id: int) -> QuerySet[Seat]:
    """The seats with their players, read after the lock. Prepared, since every turn asks it."""
    return Seat.objects.filter(game=game_id).select_related("user")


def seat_players(game: Game, *, side: Side, now: datetime) -> Act:
    """The action of the player of `side` on a locked game. Raises Refusal: suspended, where they may not act."""
    seats = {seat.side: seat for seat in find_seats(game.pk)}
    player = seats[side].user
    if player.restricted:
        restrictions.refuse(player, restrictions.Activity.PLAY, now=now)
    return Act(game, now, seats)


@contextmanager
def playing(
    game_id: int,
    *,
    side: Side | None = None,
    also_over: bool = False,
    now: datetime | None = None,
    people: Collection[int] = (),
) -> Iterator[Act]:
    """An action on a game that goes on and is in time, which is locked until the action has committed.

        with playing(game_id, side=side, now=now) as act:
            end_game(act, winner=side.other, termination="resignation")

    The action is one durable transaction; what it raises undoes it. It saves the game once, by `save_change`,
    `end_game` or `move_clock`, or leaves it as it is. A game found late runs out first, in a transaction of its own,
    which no refusal undoes and which locks its player before the game. With `also_over` the game may have ended.
    `side` is that of the player who acts; `people` are locked before the game. Raises Refusal: over, too_late for the
    side that lost the game by it, and suspended for a player who may not play.
    """
    while True:
        with locked(game_id, people=people) as game:
            at = now or timezone.now()
            if not is_out_of_time(game, now=at):
                if game.is_over and not also_over:
                    raise Refusal(refusals.OVER())
                yield Act(game, at) if side is None else seat_players(game, side=side, now=at)
                return
        if run_out(game_id, now=at):
            raise Refusal(refusals.TOO_LATE() if game.side_to_move == side else refusals.OVER())


@contextmanager
def following(game_id: int, *, side: Side, now: datetime | None = None) -> Iterator[Act]:
    """A finished game, while its players agree on what follows it: locked as by `playing`, and its players before it.

    So a block, a suspension or another game of theirs at the same moment comes entirely before or after. Raises
    Refusal: not_over, suspended; and Game.DoesNotExist.
    """
    with transaction.atomic(durable=True):
        players = Seat.objects.filter(game=game_id).values("user_id")
        list(User.objects.select_for_update(no_key=True).filter(pk__in=players).order_by("pk").values_list("pk"))
        found = lock(game_id)
        if not found:
            raise Game.DoesNotExist
        game, at = found[0], now or timezone.now()
        if not game.is_over:
            raise Refusal(refusals.NOT_OVER())
        yield seat_players(game, side=side, now=at)
