"""Settles outages: every deadline that one touched is moved, once, however often this runs; then it is announced.

`games/outage_detection.py` finds outages, and `outage_credit.py` knows by how much to move.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.each import do_many
from games import events
from games.models import Game, Outage
from games.play.outage_credit import find_touched, give_back

logger = logging.getLogger(__name__)

CHUNK = 20_000
"""Games moved in one transaction. A turn in one of them waits for it, about a second."""

TO_THE_LAST = 2**63 - 1
"""In `reminded_up_to`: no game has a higher id, so all have been announced."""


def settle_outages(*, now: datetime | None = None, chunk: int = CHUNK) -> bool:
    """Moves the deadlines that outages touched and that were not moved yet; returns whether none is left.

    It may run twice, run twice at the same time, or be killed: a move is in the game's log, and not made again.
    """
    now = now or timezone.now()
    unsettled = Outage.objects.filter(settled_at=None).order_by("from_at", "pk").values_list("pk", flat=True)
    return all(settle_outage(pk, now=now, chunk=chunk) for pk in unsettled)


def settle_outage(outage_id: int, *, now: datetime, chunk: int = CHUNK) -> bool:
    """Moves what one outage touched, chunk by chunk; returns whether it is settled, and no other worker still busy with
    it."""
    up_to: int | None = 0
    while up_to is not None:
        with transaction.atomic():
            outage = _take(outage_id)
            if outage is None:
                return False
            up_to = None if outage.settled_at else _settle_chunk(outage, above=up_to, chunk=chunk, now=now)
    return True


def _settle_chunk(outage: Outage, *, above: int, chunk: int, now: datetime) -> int | None:
    """Moves the next games with ids above the given one; returns the highest id, or None where those were the last."""
    ids = list(_lock_touched(outage).filter(pk__gt=above)[:chunk])
    if ids:
        outage.games_moved += give_back(outage, first=ids[0], last=ids[-1], now=now)
    if last := len(ids) < chunk:
        outage.settled_at = now
        logger.warning("%s: %s games have more time", outage, outage.games_moved)
    outage.save(update_fields=["games_moved", "settled_at"])
    return None if last else ids[-1]


def announce_moved(*, lasts: timedelta = timedelta(seconds=10), chunk: int = 500) -> int:
    """Announces the deadlines that settled outages have moved, for a few seconds; returns how many.

    To announce a million games takes longer than their clocks may wait, so this is separate from settling.
    """
    stop_at, told = time.monotonic() + lasts.total_seconds(), 0
    untold = Outage.objects.filter(reminded_up_to__lt=TO_THE_LAST).exclude(settled_at=None).order_by("pk")
    while time.monotonic() < stop_at and (outage_id := untold.values_list("pk", flat=True).first()):
        with transaction.atomic():
            if (outage := _take(outage_id)) is None:
                break
            moved = outage.changes.filter(game_id__gt=outage.reminded_up_to).order_by("game_id")
            game_ids = list(moved.values_list("game_id", flat=True)[:chunk])
            if game_ids:
                do_many(game_ids, _announce, fault="That the deadline of game %s has moved could not be announced")
            outage.reminded_up_to = game_ids[-1] if game_ids else TO_THE_LAST
            outage.save(update_fields=["reminded_up_to"])
            told += len(game_ids)
    return told


def _announce(game_ids: Sequence[int]) -> None:
    events.deadlines_moved.send(sender=Outage, game_ids=list(game_ids))


def _take(outage_id: int) -> Outage | None:
    """The outage, locked; None where another worker has it."""
    skip = connection.features.has_select_for_update_skip_locked
    return Outage.objects.select_for_update(no_key=True, skip_locked=skip).filter(pk=outage_id).first()


def _lock_touched(outage: Outage) -> QuerySet[Game, int]:
    """In the order of ids, as everything locks games."""
    return find_touched(outage).order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True)
