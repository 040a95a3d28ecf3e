"""What happens when the time of a turn has run out: one rule for it, for a single game or for all that are due."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.time_off import vacation
from core.each import NEVER, do_each
from core.prepared import PreparedQuery
from engine.contract import Side
from games import clock
from games.models import Game, Seat
from games.play.act import Act
from games.play.clocks import is_awaited, is_out_of_time
from games.play.ending import end_game
from games.play.heartbeats import may_run_out
from games.play.locking import locked
from games.play.vacation import extend_automatically, lock_turns


# --- One game ----------------------------------------------------------------------------------------------------
def run_out(
    game_id: int, *, now: datetime | None = None, without_vacation: bool = False, skip_locked: bool = False
) -> bool:
    """Settles a game whose deadline may have come, and returns whether it ended.

    At the deadline a day of vacation is used automatically where that is allowed, and another when that is over; past
    the grace the game is lost on time. The sweep and every action that finds a game late come here, so that one instant
    gives one answer. `without_vacation` says that the caller knows the game to allow none. Raises DoesNotExist with
    `skip_locked`, where another has locked the game or its player.
    """
    user_id = None if without_vacation else _find_player_with_vacation(game_id)
    if user_id is None:
        with locked(game_id, skip_locked=skip_locked) as game:
            return _end_if_late(game, now=now or timezone.now())
    with transaction.atomic(durable=True):
        user = vacation.lock(user_id, skip_locked=skip_locked)
        now = now or timezone.now()
        if not may_run_out(now):
            return False
        turns = lock_turns(user_id, due_before=now + clock.DAY)
        due = [turn for turn in turns if turn.deadline <= now]
        if any(is_awaited(turn.game.pk, until=turn.deadline, now=now) for turn in due):
            return False  # a day is used only for a turn that did not come
        extend_automatically(user, turns, now=now)
        found = next((turn.game for turn in turns if turn.game.pk == game_id), None)
        return found is not None and _end_if_late(found, now=now)


def _end_if_late(game: Game, *, now: datetime) -> bool:
    if not is_out_of_time(game, now=now):
        return False
    end_game(Act(game, now), winner=Side(game.side_to_move).other, termination="time")
    return True


def _find_player_with_vacation(game_id: int) -> int | None:
    """The user whose turn it is, where the game allows vacation."""
    return next((user_id for (user_id,) in find_player_with_vacation(game_id)), None)


@PreparedQuery
def find_player_with_vacation(game_id: int) -> QuerySet[Seat, tuple[int]]:
    """Prepared, since it is asked for every game that is due and allows vacation."""
    seats = Seat.objects.filter(game=game_id, side=F("game__side_to_move"), game__vacation_days__gt=0)
    return seats.values_list("user_id")


# --- All that are due --------------------------------------------------------------------------------------------
def run_out_due(*, now: datetime | None = None, batch: int = 200, lasts: timedelta | None = None) -> int:
    """Settles every game whose deadline has come, each in its own transaction, and returns how many ended.

    A locked game is being played or settled by another: the next sweep sees it. One that fails is logged and does not
    hold up the others. What is left after `lasts` waits for the next sweep, which first checks again that players can
    reach the site.
    """
    stop_at = time.monotonic() + lasts.total_seconds() if lasts else NEVER
    due, act = _list_due(now or timezone.now(), batch=batch), partial(_run_out_unless_taken, now=now)
    fault = "Game %s is due and could not be settled"
    return do_each(due, act, fault=fault, expected=ObjectDoesNotExist, until=stop_at).done


def _run_out_unless_taken(row: tuple[int, datetime | None, int], *, now: datetime | None) -> bool:
    game_id, _, vacation_days = row
    return run_out(game_id, now=now, without_vacation=not vacation_days, skip_locked=True)


def _list_due(now: datetime, *, batch: int) -> Iterator[tuple[int, datetime | None, int]]:
    """Games whose deadline has come, the longest overdue first, read in batches and each once.

    Returns the id, the deadline, and the days of vacation that the game allows. Vacation is used at the deadline;
    without vacation nothing happens before the grace is over.
    """
    come = Q(vacation_days__gt=0) | Q(deadline_at__lt=clock.due_before(now))
    games = Game.objects.active().filter(come, deadline_at__lte=now)
    due = games.order_by("deadline_at", "pk").values_list("pk", "deadline_at", "vacation_days")
    rows = list(due[:batch])
    while rows:
        yield from rows
        last, deadline, _ = rows[-1]
        rows = list(due.filter(Q(deadline_at__gt=deadline) | Q(deadline_at=deadline, pk__gt=last))[:batch])
