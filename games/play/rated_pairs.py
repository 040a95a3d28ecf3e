"""How many rated games two players may start with each other, so that friends can't hand each other points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.conduct import restrictions
from accounts.models import User
from core.refusal import Refusal
from core.words import DAY_OF_YEAR, tell_day
from engine import registry
from games.models import Game, Seat
from games.words import refusals

MOST = 12
"""Rated games of a ruleset that two players start with each other in any `WITHIN`."""
WITHIN = timedelta(days=90)


def find_free_at(one: User, other: User, *, slug: str, now: datetime, games: int = 1) -> datetime | None:
    """When the two may start a rated game again, or so many at once; None where they may now. One query.

    What became of the games does not matter.
    """
    theirs = Game.objects.of(one).filter(rated=True, ruleset_slug=slug, started_at__gt=now - WITHIN)
    started = theirs.filter(pk__in=Game.objects.of(other).values("pk")).order_by("-started_at")
    found = list(started.values_list("started_at", flat=True)[:MOST])
    return found[MOST - games] + WITHIN if len(found) > MOST - games else None


def find_all_free_at(user_id: int, *, slug: str, now: datetime) -> dict[int, datetime]:
    """When somebody may start a rated game again with each of those with whom they may not now. One query."""
    started: defaultdict[int, list[datetime]] = defaultdict(list)
    for other_id, at in find_started(user_id, slug, now - WITHIN):
        started[other_id].append(at)
    return {other_id: found[MOST - 1] + WITHIN for other_id, found in started.items() if len(found) >= MOST}


def find_free_at_in(slugs: Collection[str], user_id: int, *, now: datetime) -> dict[tuple[int, str], datetime]:
    """The same for several rulesets, by the other player and the ruleset. One query."""
    theirs = Seat.objects.filter(game__rated=True, game__ruleset_slug__in=slugs, game__started_at__gt=now - WITHIN)
    theirs = theirs.filter(game__seats__user=user_id).exclude(user=user_id).order_by("-game__started_at")
    started: defaultdict[tuple[int, str], list[datetime]] = defaultdict(list)
    for other_id, slug, at in theirs.values_list("user_id", "game__ruleset_slug", "game__started_at"):
        started[other_id, slug].append(at)
    return {key: found[MOST - 1] + WITHIN for key, found in started.items() if len(found) >= MOST}


def find_started(user_id: int, slug: str, since: datetime) -> QuerySet[Seat, tuple[int, datetime]]:
    """With whom somebody has started rated games, and when, the latest first."""
    theirs = Seat.objects.filter(game__rated=True, game__ruleset_slug=slug, game__started_at__gt=since)
    theirs = theirs.filter(game__seats__user=user_id).exclude(user=user_id).order_by("-game__started_at")
    return theirs.values_list("user_id", "game__started_at")


def refuse_many(one: User, other: User, *, slug: str, now: datetime, games: int = 1) -> None:
    """Raises Refusal: many_rated (409), with when they may again. Both players are locked by the caller."""
    if free_at := find_free_at(one, other, slug=slug, now=now, games=games):
        name, until = registry.get(slug).name, tell_day(free_at, form=DAY_OF_YEAR)
        raise Refusal(refusals.MANY_RATED(most=MOST, ruleset=name, within=WITHIN, until=until), again_at=free_at)


def may_be_rated(one: User, other: User, *, slug: str, now: datetime, games: int = 1) -> bool:
    """Whether so many rated games of the two may start now: neither is barred from them, and they have had few enough.
    One query for players without restrictions."""
    barred = (
        restrictions.find(each.pk, restrictions.Activity.RATED, now=now) for each in (one, other) if each.restricted
    )
    return not any(barred) and find_free_at(one, other, slug=slug, now=now, games=games) is None
