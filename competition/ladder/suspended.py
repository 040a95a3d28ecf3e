"""Gives whoever lost places on ladders by being suspended these places back, where nobody has moved there since."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import Restriction, User
from competition.ladder.by_staff import announce
from competition.ladder.order import count_members, find_member, find_places, lock_ladder, place_of, put_at, read_places
from competition.models import LadderMember

NEAR = 20
"""So many above and below are kept: those next to somebody may be suspended, too."""

State = dict[str, Any]
"""Where somebody stands on a ladder, and between whom, as JSON."""


class Given(NamedTuple):
    """A place that somebody had on a ladder."""

    slug: str
    before: int
    place: int | None
    """Where they stand again; None where that is impossible, since somebody has moved."""


def describe_standing(user_id: int) -> dict[str, State]:
    """Where a player stands on each ladder that they are not leaving, and who is above and below, the nearest first.
    Two queries for each."""
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
    """Puts a locked player, who is suspended no more, where they stood; each place is announced."""
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
    """Which place would be given back now."""
    place = _find_gap(slug, state, now=now) if _may_stand(user, slug, now=now) else None
    return Given(slug, state["place"], place)


def _may_stand(user: User, slug: str, *, now: datetime) -> bool:
    """Whether they have not joined again by themselves, and nothing else keeps them off."""
    suspended = Restriction.objects.standing(now).filter(user=user.pk, kind=Restriction.Kind.SUSPENDED)
    is_there = user.is_active and user.closing_at is None and not suspended.exists()
    was_there = LadderMember.objects.filter(user=user.pk, ruleset_slug=slug).exists()
    return is_there and was_there and find_member(slug, user.pk) is None


def _find_gap(slug: str, state: State, *, now: datetime) -> int | None:
    """The place between those who stood above and below; None where these stand no more, or not next to each other.
    In place of one who is suspended, too, the next one counts."""
    near = [*state["above"], *state["below"]]
    standing = Restriction.objects.standing(now).filter(user__in=near, kind=Restriction.Kind.SUSPENDED)
    gone = set(standing.values_list("user", flat=True))
    above, below = (next((pk for pk in state[name] if pk not in gone), None) for name in ("above", "below"))
    places = find_places(slug, [pk for pk in (above, below) if pk])
    ends = {pk: each.place for pk, each in places.items()}
    before = ends.get(above) if above else 0 if len(state["above"]) < NEAR else None
    after = ends.get(below) if below else count_members(slug) + 1 if len(state["below"]) < NEAR else None
    return after if before is not None and after == before + 1 else None
