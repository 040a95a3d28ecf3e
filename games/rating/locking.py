"""Makes and locks the rows of ratings: always all of a player's, by user, then ruleset.

All of them, since whether a loss on time counts depends on the last one in any ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max, Q, QuerySet

from core.prepared import PreparedQuery
from games.models import PlayerRating, RatingEntry
from games.rating.deciding import ON_TIME
from games.rating.ranking import count_opponents

Why = RatingEntry.Why


class Ratings(dict[tuple[int, str], PlayerRating]):
    """Ratings by user and ruleset."""

    made_for: frozenset[int] = frozenset()
    """Those of whom a rating was missing."""


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


def lock(wanted: Q) -> QuerySet[PlayerRating]:
    found = PlayerRating.objects.select_for_update(no_key=True).filter(wanted)
    return found.order_by("user_id", "ruleset_slug")
