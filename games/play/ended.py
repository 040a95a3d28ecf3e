"""Locks a finished game, and its two players before it, while they agree on what follows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.contract import Side
from games.models import Game, Seat
from games.play import errors
from games.play.locking import lock
from games.play.playing import seat_players


@contextmanager
def holding_ended(game_id: int, *, side: Side, now: datetime | None = None) -> Iterator[tuple[Game, datetime]]:
    """A finished game, as `playing` gives a running one; its players are locked first, as for a challenge.

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
            raise errors.not_over()
        seat_players(game, side=side, now=at)
        yield game, at
