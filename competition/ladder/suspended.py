"""Gives players who lost places on ladders by a suspension these places back, unless others have moved there since."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import Restriction, User
from competition.ladder.by_staff import announce
from competition.ladder.order import count_members, find_member, find_places, lock_ladder, place_of, put_at, read_places
from competition.models import LadderMember

NEAR = 20
"""The most players above and below that are stored. It is more than one since neighbours may be suspended, too."""

State = dict[str, Any]
"""A player's place on a ladder, and their neighbours above and below, as JSON."""


class Given(NamedTuple):
    """A place that a player had on a ladder, and whether they got it back."""

    slug: str
    before: int
    place: int | None
    """The place that they have again, or None if others have moved there."""


def describe_standing(user_id: int) -> dict[str, State]:
    """Returns a player's place on each ladder that they are not leaving, and the players above and below, nearest
    first. Makes two queries for each ladder."""
    found = {}
    standing = LadderMember.objects.filter(user=user_id, leaving_at=None).exclude(rank=None)
    for member in standing.order_by("ruleset_slug"):
        place = place_of(member)
        near = read_places(member.ruleset_slug, start=max(place - 1 - NEAR, 0), most=2 * NEAR + 1)
        above = [each.user_id for each in reversed(near) if each.place < place]
        below = [each.user_id for each in near if each.place > place]
        found[member.ruleset_slug] = {"place": place, "above": above[:NEAR], "below": below[:NEAR]}
    return found


def give_back_places(user: User, states: dict[str, State], *, now: datetime) -> list[Given]:
    """Puts a locked player, whose suspension is over, back on their places, and announces each place."""
    given = []
    for slug in sorted(states):
        lock_ladder(slug)
        one = find_given(user, slug, states[slug], now=now)
        if one.place is not None:
            put_at(LadderMember.objects.get(user=user, ruleset_slug=slug), one.place)
            announce(user, slug, before=None, place=one.place, now=now)
        given.append(one)
    return given


def find_given(user: User, slug: str, state: State, *, now: datetime) -> Given:
    """Returns which place would be given back now."""
    place = _find_gap(slug, state, now=now) if _may_stand(user, slug, now=now) else None
    return Given(slug, state["place"], place)


def _may_stand(user: User, slug: str, *, now: datetime) -> bool:
    """Whether they have not joined again themselves, and nothing keeps them off."""
    suspended = Restriction.objects.standing(now).filter(user=user.pk, kind=Restriction.Kind.SUSPENDED)
    is_there = user.is_active and user.closing_at is None and not suspended.exists()
    was_there = LadderMember.objects.filter(user=user.pk, ruleset_slug=slug).exists()
    return is_there and was_there and find_member(slug, user.pk) is None


def _find_gap(slug: str, state: State, *, now: datetime) -> int | None:
    """Returns the place between the players who stood above and below, or None if these are no longer there or no
    longer next to each other. If one of them is suspended, too, the next one counts instead."""
    near = [*state["above"], *state["below"]]
    standing = Restriction.objects.standing(now).filter(user__in=near, kind=Restriction.Kind.SUSPENDED)
    gone = set(standing.values_list("user", flat=True))
    above, below = (next((pk for pk in state[name] if pk not in gone), None) for name in ("above", "below"))
    places = find_places(slug, [pk for pk in (above, below) if pk])
    ends = {pk: each.place for pk, each in places.items()}
    before = ends.get(above) if above else 0 if len(state["above"]) < NEAR else None
    after = ends.get(below) if below else count_members(slug) + 1 if len(state["below"]) < NEAR else None
    return after if before is not None and after == before + 1 else None
