"""Makes and locks the rows of ratings: always all of a player's, by user, then ruleset.

All of them, since whether a loss on time counts depends on the last one in any ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Case, Exists, Max, OuterRef, Q, QuerySet, Subquery, Value, When

from accounts.models import User
from core.prepared import PreparedQuery
from engine.contract import Side
from games.models import PlayerRating, RatedGame, RatingEntry, Seat
from games.rating.deciding import ON_TIME, have_played
from games.rating.ranking import count_opponents

Why = RatingEntry.Why
NAMES = [field.attname for field in PlayerRating._meta.concrete_fields]
"""All columns of a rating."""


class Ratings(dict[tuple[int, str], PlayerRating]):
    """Ratings by user and ruleset."""

    made_for: frozenset[int] = frozenset()
    """Those of whom a rating was missing."""
    seen: bool | None = None
    """Whether the loser was here since their last loss on time that counted; None where nobody has asked."""


def prepare(user_ids: Iterable[int], *, slug: str) -> None:
    """Makes the ratings that players do not have yet, at the start of a rated game, so that its end finds them."""
    rows = [PlayerRating(user_id=user_id, ruleset_slug=slug) for user_id in sorted(user_ids)]
    PlayerRating.objects.bulk_create(rows, ignore_conflicts=True)


def lock_ratings(wanted: Iterable[tuple[int, str]]) -> Ratings:
    """The ratings of these players, locked until the transaction ends, among them those wanted, by user and ruleset.

    One query; where one is missing, as of an account that was closed, it is made again from its entries.
    """
    wanted = sorted(set(wanted))
    found = _lock({user_id for user_id, _ in wanted})
    if missing := [each for each in wanted if each not in found]:
        rows = [PlayerRating(user_id=user_id, ruleset_slug=slug) for user_id, slug in missing]
        PlayerRating.objects.bulk_create(rows, ignore_conflicts=True)  # waits for whoever makes the same row
        found = _lock({user_id for user_id, _ in wanted})
        for each in missing:
            make_again(found[each])
        found.made_for = frozenset(user_id for user_id, _ in missing)
    return found


def forget(user_id: int) -> None:
    """Deletes the ratings of somebody who has closed their account; their entries stay with the games."""
    rows = lock(Q(user=user_id))  # in order, as the end of a game locks them
    PlayerRating.objects.filter(pk__in=[row.pk for row in rows]).delete()


def make_again(rating: PlayerRating) -> None:
    """Gives a rating that was just made what its entries lead to, and the last loss on time that they tell of in any
    ruleset; not saved yet."""
    entries = RatingEntry.objects.of(rating.user_id, rating.ruleset_slug).counting()
    last = entries.in_order().last()
    if last is not None:
        rating.take(last.value, at=last.ended_at)
        rating.games = entries.count()
        rating.opponents = count_opponents([rating.user_id], slug=rating.ruleset_slug)[rating.user_id]
    lost = RatingEntry.objects.filter(user=rating.user_id, score=0, serial=False, game__termination=ON_TIME)
    rating.lost_on_time_at = lost.exclude(why__in=[Why.SHORT, Why.OPEN]).aggregate(at=Max("ended_at"))["at"]


def _lock(user_ids: set[int]) -> Ratings:
    rows = lock_two(*user_ids) if len(user_ids) == 2 else list(lock(Q(user__in=user_ids)))
    return Ratings(((row.user_id, row.ruleset_slug), row) for row in rows)


@PreparedQuery
def lock_two(one: int, other: int) -> QuerySet[PlayerRating]:
    """Prepared, since the end of each rated game asks it."""
    return lock(Q(user=one) | Q(user=other))


# --- The first end of a game -------------------------------------------------------------------------------------
def lock_players(game_id: int, *, slug: str, loser: int | None) -> tuple[Ratings, tuple[int, int]] | None:
    """The locked ratings of both players of a locked game that has just ended, and these by side, all by one query.

    `loser` is the side that has lost on time, if one has. None where more has to be read: the game had ended before, or
    a rating is missing.
    """
    rows = lock_at(game_id) if loser is None else lock_at_loss(game_id, loser)
    found, users, seen = Ratings(), dict[int, int](), dict[datetime, bool]()
    for *columns, side, is_known, is_seen in rows:
        if is_known:
            return None
        rating = PlayerRating.from_db(DEFAULT_DB_ALIAS, NAMES, columns)
        found[rating.user_id, rating.ruleset_slug], users[side] = rating, rating.user_id
        if side == loser and rating.lost_on_time_at:
            seen[rating.lost_on_time_at] = is_seen
    if [each for _, each in found].count(slug) < len(Side):
        return None
    found.seen = seen[max(seen)] if seen else None
    return found, (users[0], users[1])


@PreparedQuery
def lock_at(game_id: int) -> QuerySet[PlayerRating, Any]:
    """Prepared, since the end of each rated game asks it."""
    return list_locked(game_id).values_list(*NAMES, "side", "is_known", Value(False))


@PreparedQuery
def lock_at_loss(game_id: int, loser: int) -> QuerySet[PlayerRating, Any]:
    """Prepared, since the sweep asks it for each rated game that is lost on time."""
    is_loser = Exists(Seat.objects.filter(game=game_id, user=OuterRef("user"), side=loser))
    visited = Exists(User.objects.filter(pk=OuterRef("user"), last_visit_at__gt=OuterRef("lost_on_time_at")))
    since, within = OuterRef("lost_on_time_at"), OuterRef(OuterRef("lost_on_time_at"))
    here = Q(visited) | Q(have_played(OuterRef("user"), since=since, within=within))
    seen = Case(When(Q(is_loser, lost_on_time_at__isnull=False), then=Case(When(here, then=True), default=False)))
    return list_locked(game_id).annotate(seen=seen).values_list(*NAMES, "side", "is_known", "seen")


def list_locked(game_id: int) -> QuerySet[PlayerRating]:
    """All ratings of both players, with their side, and whether anything was kept of the game's ratings before."""
    seats = Seat.objects.filter(game=game_id)
    side = Subquery(seats.filter(user=OuterRef("user")).values("side"))
    kept = (RatingEntry.objects.filter(game=game_id), RatedGame.objects.filter(pk=game_id))
    is_known = Case(When(Q(Exists(kept[0])) | Q(Exists(kept[1])), then=True), default=False)
    return lock(Q(user__in=seats.values("user"))).annotate(side=side, is_known=is_known)


def lock(wanted: Q) -> QuerySet[PlayerRating]:
    found = PlayerRating.objects.select_for_update(no_key=True).filter(wanted)
    return found.order_by("user_id", "ruleset_slug")
