"""How staff set somebody’s place on a ladder by hand."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from competition.ladder.order import count_members, find_member, lock_ladder, place_of, put_at, take_off
from competition.models import LadderMember
from competition.words import ladder as words
from core.refusal import Refusal


def read_place(user_id: int, slug: str) -> int | None:
    """Where somebody stands; None for who is not on the ladder."""
    member = find_member(slug, user_id)
    return place_of(member) if member else None


def set_place(user: User, slug: str, *, place: int, now: datetime) -> int | None:
    """Puts a locked player at this place of a ladder, also who is not on it; returns where they stood before.

    Raises Refusal: no_place, for one that is further down than the bottom.
    """
    lock_ladder(slug)
    before = read_place(user.pk, slug)
    check_place(place, last=count_members(slug) + (before is None))
    member, _ = LadderMember.objects.get_or_create(user=user, ruleset_slug=slug, defaults={"joined_at": now})
    if member.rank is None:
        member.joined_at, member.played_at, member.leaving_at, member.rejoin_at = now, None, None, None
    put_at(member, place)
    return before


def check_place(place: int, *, last: int) -> None:
    """Raises Refusal: no_place."""
    if not 1 <= place <= last:
        raise Refusal(words.NO_PLACE(last=last), status=422)


def take_place(user: User, slug: str) -> None:
    """Takes a locked player off a ladder again, to whom staff had given a place."""
    lock_ladder(slug)
    member = find_member(slug, user.pk)
    if member is not None:
        take_off(member)
