"""Closes challenges that nobody answered: those that expire, and those between players who block each other or
leave."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.each import do_each
from games import events
from games.challenges.locking import lock_standing
from games.models import Challenge

TOLD_BEFORE = timedelta(days=3)
"""How long before a challenge expires this is announced, once."""

Status = Challenge.Status


def announce_expiring(now: datetime | None = None, *, lasts: timedelta = timedelta(minutes=1)) -> int:
    """Announces, once each, the unanswered challenges to somebody that soon expire; returns how many."""
    now = now or timezone.now()
    expiring = Challenge.objects.expiring(now, within=TOLD_BEFORE).order_by("expires_at", "pk")
    found, stop_at = list(expiring.values_list("pk", flat=True)), time.monotonic() + lasts.total_seconds()
    fault = "That challenge %s expires could not be announced"
    return do_each(found, lambda pk: _announce_expiring(pk, now=now), fault=fault, until=stop_at).done


@transaction.atomic
def _announce_expiring(challenge_id: int, *, now: datetime) -> bool:
    """Whether it was announced: another worker may have been faster, or the challenge may be answered by now."""
    mine = Challenge.objects.filter(pk=challenge_id, status=Status.PENDING, expiry_told_at=None)
    if not mine.update(expiry_told_at=now):
        return False
    events.challenge_expiring.send(sender=Challenge, challenge_id=challenge_id)
    return True


@transaction.atomic
def expire_due(now: datetime | None = None, *, batch: int = 500) -> int:
    """Closes some of the challenges that nobody answered in time or whose challenger has left; returns how many."""
    now = now or timezone.now()
    due = Challenge.objects.due(now).select_for_update(of=["self"], no_key=True, skip_locked=True)
    # In the order of an index, else each is walked through; one that is being answered is left to the next sweep.
    free = list(due.order_by("expires_at", "pk").values_list("pk", flat=True)[:batch])
    return Challenge.objects.filter(pk__in=free, status=Status.PENDING).update(status=Status.EXPIRED, closed_at=now)


def list_closed(*, before: datetime) -> QuerySet[Challenge]:
    """The challenges that led to no game and were closed before then.

    One that was accepted did, though its game may not name it: while the site is upgraded, older code accepts some.
    """
    closed = Challenge.objects.filter(games=None, closed_at__lt=before).exclude(status=Status.ACCEPTED)
    return closed.order_by("closed_at")


def part(user_id: int, *, other_id: int, now: datetime) -> int:
    """Closes the challenges between a player and one whom they block; returns how many.

    Nobody is told: the blocker's are withdrawn, the other's declined. Both players are locked.
    """
    pending = Challenge.objects.filter(status=Status.PENDING)
    withdrawn = pending.filter(challenger=user_id, opponent=other_id).update(status=Status.WITHDRAWN, closed_at=now)
    declined = pending.filter(challenger=other_id, opponent=user_id).update(status=Status.DECLINED, closed_at=now)
    return withdrawn + declined


def leave(user_id: int, *, now: datetime) -> int:
    """Closes all open challenges from or to somebody who closes their account, also standing ones; returns how many."""
    lock_standing(user_id)  # in their order, as whoever starts or ends a game of one does
    pending = Challenge.objects.filter(status=Status.PENDING)
    withdrawn = pending.filter(challenger=user_id).update(status=Status.WITHDRAWN, closed_at=now)
    return withdrawn + pending.filter(opponent=user_id).update(status=Status.DECLINED, closed_at=now)


def forget(user_id: int) -> None:
    """Deletes the email addresses that somebody has invited."""
    Challenge.objects.filter(challenger=user_id).exclude(address="").update(address="")
