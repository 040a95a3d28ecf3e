"""Notes that the opponent has seen a turn which was just played, before they are shown it: from then on it stands.

The note is committed first, and whoever undoes the turn has locked the game: one of the two comes first, and the other
finds that out. Whoever shows a game to somebody reads it by `read_seen`, which reads it again where the turn is gone.
Only turns of the last minute are noted, so that all others cost nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Game
from games.play.undoing import is_undoable

SLACK = timedelta(seconds=10)
"""So much longer a turn is noted than it can be undone: an undo that began in time may commit later."""


class LastTurn(NamedTuple):
    """The last turn of a running game, by what no other turn has, also where it was taken back."""

    game_id: int
    ply: int
    played_at: datetime
    """When the turn of its reader began."""


def read_seen(read: Callable[[], Game], *, reader_id: int | None) -> Game:
    """The game that `read` finds, to be shown to this reader."""
    while True:
        game = read()
        if see(game, reader_id=reader_id):
            return game


def read_all_seen(read: Callable[[], Iterable[Game]], *, reader_id: int | None) -> list[Game]:
    """The games that `read` finds, all to be shown to this reader."""
    while True:
        games = list(read())
        if all(see(game, reader_id=reader_id) for game in games):
            return games


def see(game: Game, *, reader_id: int | None) -> bool:
    """Notes that this reader sees the last turn of a game, if it is their opponent's. Returns whether it stands: else
    the game has to be read again.

    No query unless it may still be undone. The game has its seats.
    """
    now = timezone.now()
    if reader_id is None or game.seen_at is not None or not is_undoable(game, now=now - SLACK):
        return True
    if not any((seat.side, seat.user_id) == (game.side_to_move, reader_id) for seat in game.seats.all()):
        return True
    return note_seen([LastTurn(game.pk, game.ply, game.turn_started_at)], now=now)


def is_recent(played_at: datetime, *, now: datetime) -> bool:
    """Whether a turn that was played then may still be undone."""
    return bool(settings.TURN_NOTICE_WAIT) and now < played_at + settings.TURN_NOTICE_WAIT + SLACK


def see_all(turns: Iterable[LastTurn]) -> bool:
    """Notes that the reader of a list sees these last turns, each the opponent's. Returns whether all stand: else the
    list has to be read again. No query for turns that are not recent."""
    now = timezone.now()
    return note_seen([turn for turn in turns if is_recent(turn.played_at, now=now)], now=now)


def note_seen(turns: Iterable[LastTurn], *, now: datetime) -> bool:
    """One after another, so that no two games are ever locked."""
    seen: Any = Coalesce("seen_at", Value(now))
    found = [
        Game.objects.filter(pk=turn.game_id, ply=turn.ply, turn_started_at=turn.played_at).update(seen_at=seen)
        for turn in turns
    ]
    return all(found)
