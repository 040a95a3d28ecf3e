"""How staff set a player’s place on a ladder by hand."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from competition import events
from competition.ladder.order import count_members, find_member, lock_ladder, place_of, put_at, read_places, take_off
from competition.models import LadderMember
from competition.words import ladder as words
from core.refusal import Refusal


def read_place(user_id: int, slug: str) -> int | None:
    """Returns the place of a player, or None if they are not on the ladder."""
    member = find_member(slug, user_id)
    return place_of(member) if member else None


def set_place(user: User, slug: str, *, place: int, now: datetime) -> int | None:
    """Puts a locked player at this place of a ladder, even if they are not on it yet. Returns their former place.

    Raises Refusal: no_place, if the place is below the bottom.
    """
    lock_ladder(slug)
    before = read_place(user.pk, slug)
    check_place(place, last=count_members(slug) + (before is None))
    other = find_at(slug, place)
    member, _ = LadderMember.objects.get_or_create(user=user, ruleset_slug=slug, defaults={"joined_at": now})
    if member.rank is None:
        member.joined_at, member.played_at, member.leaving_at, member.rejoin_at = now, None, None, None
    put_at(member, place)
    announce(user, slug, before=before, place=place, other=None if other in (None, user.pk) else other, now=now)
    return before


def find_at(slug: str, place: int) -> int | None:
    """Returns the player at this place, or None if there is none."""
    found = read_places(slug, start=place - 1, most=1)
    return found[0].user_id if found else None


def announce(
    user: User, slug: str, *, before: int | None, place: int | None, other: int | None = None, now: datetime
) -> None:
    told = {"user_id": user.pk, "before": before, "place": place, "other_id": other, "now": now}
    other_place = read_place(other, slug) if other is not None else None
    events.place_set.send(sender=LadderMember, ruleset_slug=slug, other_place=other_place, **told)


def check_place(place: int, *, last: int) -> None:
    """Raises Refusal: no_place."""
    if not 1 <= place <= last:
        raise Refusal(words.NO_PLACE(last=last), status=422)


def take_place(user: User, slug: str, *, now: datetime) -> int:
    """Takes a locked player off a ladder. Returns their former place. Raises Refusal: not_there."""
    lock_ladder(slug)
    member = find_member(slug, user.pk)
    if member is None:
        raise Refusal(words.NOT_THERE())
    before = place_of(member)
    take_off(member)
    announce(user, slug, before=before, place=None, now=now)
    return before
