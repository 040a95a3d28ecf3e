"""Locks a game while an action changes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import QuerySet

from accounts.models import User
from core.prepared import PreparedQuery
from core.prepared_writes import PreparedUpdate
from games.models import Game

write = PreparedUpdate(Game)
"""Prepared, since every turn writes its game by it."""


@contextmanager
def locked(game_id: int, *, skip_locked: bool = False, people: Collection[int] = ()) -> Iterator[Game]:
    """The game, locked until the transaction ends, and these people before it. Raises Game.DoesNotExist (with
    `skip_locked` also if it is locked already).

    The transaction is durable: an action may commit a loss on time and then refuse, and no outer transaction may roll
    that back. Where the database has no row locks (SQLite), its IMMEDIATE transactions let one writer in at a time.
    """
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    with transaction.atomic(durable=True):
        if people:
            list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))
        found = lock_unless_taken(game_id) if skip else lock(game_id)
        if not found:
            raise Game.DoesNotExist
        yield found[0]


@PreparedQuery
def lock(game_id: int) -> QuerySet[Game]:
    """Prepared, since every turn asks it."""
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id)


@PreparedQuery
def lock_unless_taken(game_id: int) -> QuerySet[Game]:
    """Prepared, since the sweep asks it for every game that is due."""
    return Game.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=game_id)


def save_change(game: Game) -> None:
    """Saves a locked game as its next revision."""
    game.revision += 1
    write(game)
