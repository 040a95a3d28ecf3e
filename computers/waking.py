"""Notes that a game needs a computer, and tells the worker. The rows are the truth; tasks are for speed."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.utils import timezone

from computers.models import LEASE, Thought
from core import waker

MOST = 100
"""Thoughts asked for at once; the others wait for the next sweep."""


def ask(game_id: int, *, revision: int) -> None:
    """Has a computer look at a game, within the transaction that changes it, also where it has failed before. What
    staff have stopped stays stopped. A game has one row, however often it asks."""
    asked = {"revision": revision, "asked_at": timezone.now()}
    thought, _ = Thought.objects.update_or_create(game_id=game_id, defaults=asked)
    mine = Thought.objects.filter(pk=thought.pk)
    if thought.relayed:
        mine.update(relayed=False, **LEASE.given_back)
    if thought.stopped_at and not thought.by_staff:
        mine.update(stopped_at=None, why="")
    transaction.on_commit(partial(wake, game_id), robust=True)


def wake(*game_ids: int) -> None:
    """Has the worker think about these games; returns at once, whatever the broker does."""
    waker.send("computers.tasks.think", *([game_id] for game_id in game_ids))


def wake_wanted() -> int:
    """Has the worker think about what games want from computers that are switched on; returns for how many."""
    found = Thought.objects.free(timezone.now()).in_order().values_list("game", flat=True)[:MOST]
    if games := list(found):
        wake(*games)
    return len(games)


def wake_reviewer() -> None:
    """Has the worker analyse finished games; returns at once, whatever the broker does."""
    waker.send("computers.tasks.review", [])


def wake_maker() -> None:
    """Has the worker make the accounts of computers that are still wanting."""
    waker.send("computers.tasks.make_accounts", [])
