"""How a game ends, whatever ended it, and the one rule by which its time runs out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts import off_time
from core.prepared import PreparedQuery
from games import clock, events
from games.engine.contract import Side
from games.models import Game, Seat
from games.play import errors
from games.play.locking import locked, save_change
from games.play.off_time import extend_by_itself, lock_turns
from games.play.watch import may_flag

Answer = TypeVar("Answer")


def end_game(game: Game, *, winner: Side | None, termination: str, now: datetime) -> None:
    """Ends a locked game and announces it; `winner` is None for a draw."""
    game.ended_at = game.ended_at or now  # staff may decide about it anew
    game.winner = winner
    game.termination = termination
    game.offers, game.draw_offered_by = {}, None
    save_change(game)
    events.game_ended.send(sender=Game, game_id=game.pk, revision=game.revision)


# --- When time has run out ---------------------------------------------------------------------------------------
def run_out(
    game_id: int, *, now: datetime | None = None, without_off_time: bool = False, skip_locked: bool = False
) -> bool:
    """Settles a game whose deadline may have come, and returns whether it ended.

    At the deadline a day of off-time is taken by itself, and another if that is over too, where that may be; past the
    grace the game is lost on time. The sweep and every action that finds a game late come here, so that one instant
    gives one answer. `without_off_time` says what the caller knows: that the game allows none.
    Raises DoesNotExist with `skip_locked`, where another holds the game or its player.
    """
    user_id = None if without_off_time else _find_player_with_off_time(game_id)
    if user_id is None:
        with locked(game_id, skip_locked=skip_locked) as game:
            return _end_if_late(game, now=now or timezone.now())
    with transaction.atomic(durable=True):
        user = off_time.lock(user_id, skip_locked=skip_locked)
        now = now or timezone.now()
        if not may_flag(now):
            return False
        turns = lock_turns(user_id, due_before=now + clock.DAY)
        extend_by_itself(user, turns, now=now)
        found = next((turn.game for turn in turns if turn.game.pk == game_id), None)
        return found is not None and _end_if_late(found, now=now)


def is_out_of_time(game: Game, *, now: datetime) -> bool:
    """Whether a locked game must be settled by `run_out` before anything else is done with it."""
    return not game.is_over and clock.is_late(game.deadline_at, now=now) and may_flag(now)


def _end_if_late(game: Game, *, now: datetime) -> bool:
    if not is_out_of_time(game, now=now):
        return False
    end_game(game, winner=Side(game.side_to_move).other, termination="time", now=now)
    return True


def _find_player_with_off_time(game_id: int) -> int | None:
    """The user whose turn it is, where the game allows off-time."""
    return next((user_id for (user_id,) in find_player_with_off_time(game_id)), None)


@PreparedQuery
def find_player_with_off_time(game_id: int) -> QuerySet[Seat, tuple[int]]:
    seats = Seat.objects.filter(game=game_id, side=F("game__side_to_move"), game__off_time_days__gt=0)
    return seats.values_list("user_id")


# --- What players and staff do -----------------------------------------------------------------------------------
def act_in_time(
    game_id: int,
    act: Callable[[Game, datetime], Answer],
    *,
    side: Side | None = None,
    now: datetime | None,
    find_answer: Callable[[Game], Answer | None] = lambda game: None,
) -> Answer:
    """Returns `act(game, now)` on a locked game that is in time; one found late runs out first.

    What `find_answer` finds was done before and is returned in place of a refusal; `act` refuses before it writes.
    Raises Refusal: over, too_late (for the `side` that lost the game by it), and whatever `act` raises.
    """
    while True:
        with locked(game_id) as game:
            at = now or timezone.now()
            try:
                if not is_out_of_time(game, now=at):
                    return act(game, at)
            except errors.Refusal:
                if answer := find_answer(game):
                    return answer
                raise
            if answer := find_answer(game):
                return answer
        # In a transaction of its own, which the refusal does not undo, and with its player locked before the game.
        if run_out(game_id, now=at):
            raise errors.too_late() if game.side_to_move == side else errors.over()


def change(game_id: int, act: Callable[[Game, datetime], None], *, side: Side, now: datetime | None) -> None:
    """Lets `side` run `act(game, now)` on a game that goes on. Raises Refusal: over, too_late, and those of `act`."""

    def act_unless_over(game: Game, now: datetime) -> None:
        if game.is_over:
            raise errors.over()
        act(game, now)

    act_in_time(game_id, act_unless_over, side=side, now=now)
