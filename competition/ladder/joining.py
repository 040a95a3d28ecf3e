"""Joining a ladder at the bottom, and leaving it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.conduct.restrictions import Activity, refuse
from accounts.models import User
from competition.events import Leaving
from competition.ladder.order import drop, find_member, is_awaited, lock_ladder, place_of, put_last, take_off
from competition.models import LadderMember
from competition.words import ladder as words
from core.refusal import Refusal
from core.words import DAY_OF_YEAR, tell_day
from games.challenges import lock_people
from games.words import refusals


def join(user: User, slug: str, *, now: datetime | None = None) -> int:
    """Puts a player at the bottom of the ladder of this ruleset and returns their place. A player who is on it already
    keeps their place.

    Raises Refusal: closed, rejoin, leaving, and those of restrictions.
    """
    with transaction.atomic():
        (user,) = lock_people(user.pk)
        now = now or timezone.now()
        _check_may_join(user, now=now)
        lock_ladder(slug)
        new = {"joined_at": now}
        member, _ = LadderMember.objects.get_or_create(user=user, ruleset_slug=slug, defaults=new)
        if refusal := find_refusal_to_join(member, now=now):
            raise refusal
        if member.rank is None:
            member.joined_at, member.played_at, member.rejoin_at = now, None, None
            put_last(member)
        return place_of(member)


def find_refusal_to_join(member: LadderMember | None, *, now: datetime) -> Refusal | None:
    """Returns why a player cannot join a ladder now, according to their row there."""
    if member is None:
        return None
    if member.rank is not None:
        return Refusal(words.STILL_LEAVING()) if member.leaving_at else None
    if member.rejoin_at is not None and now < member.rejoin_at:
        again = tell_day(member.rejoin_at, form=DAY_OF_YEAR)
        return Refusal(words.REJOIN(again=again), again_at=member.rejoin_at)
    return None


def _check_may_join(user: User, *, now: datetime) -> None:
    if not (user.is_person and user.is_active and user.closing_at is None):
        raise Refusal(refusals.CLOSED(), status=403)
    refuse(user, Activity.CHALLENGE, now=now)
    refuse(user, Activity.RATED, now=now)


def leave(user: User, slug: str, *, now: datetime | None = None) -> bool:
    """Takes a player off a ladder. If games that others started with them are running, notes that they leave after
    these. Returns whether they are off. A player who is not on the ladder stays off."""
    with transaction.atomic():
        lock_people(user.pk)
        now = now or timezone.now()
        lock_ladder(slug)
        member = find_member(slug, user.pk)
        if member is None:
            return True
        if is_awaited(member):
            member.leaving_at = member.leaving_at or now
            member.save()
            return False
        take_off(member)
        return True


def drop_everywhere(user_id: int, *, why: Leaving, now: datetime) -> None:
    """Takes a locked player off every ladder, and announces each."""
    on = LadderMember.objects.filter(user=user_id).exclude(rank=None)
    for slug in sorted(on.values_list("ruleset_slug", flat=True)):
        lock_ladder(slug)
        member = find_member(slug, user_id)
        if member is not None:
            drop(member, why=why, now=now)


def forget(user_id: int) -> None:
    """Deletes the places of a person who has closed their account. The games stay."""
    LadderMember.objects.filter(user=user_id).delete()
