"""Who is ranked in a ruleset, and what its rated games say of it: how ratings spread, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from math import ceil, sqrt
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Floor

from accounts.models import Restriction, User
from accounts.models.user import SHOWN
from accounts.profile.faces import Face
from core.prepared import PreparedQuery
from engine import glicko
from engine.contract import Side
from games.models import PlayerRating, RatingEntry, Seat
from games.rating import ENOUGH
from games.reading.ratings import Shown, show

LATELY = timedelta(days=90)
"""Who has played no game that counts within this time is not ranked."""
MONTH = timedelta(days=30)
"""A row tells how a rating has changed within this time."""
FEW = 10
"""Of fewer ranked players no distribution is drawn, and those who are not ranked yet are listed below them."""
MOST_UNRANKED = 20
KNOWN = 51
"""Of so many of the first, a page and one, the rating of a month before is kept with what is counted."""
STEP = 100
"""Points of rating that make one bar of the distribution."""
MOST_RANKS = 1000
"""So many are told their exact rank."""
MOST_COUNTED = 10_000
"""So many of the last rated games say who wins: of more, a page of a large site would read for seconds."""
KEPT_FOR = 1000
"""What was counted is kept so many times as long as counting took, so that it takes no more than that part of a
process's time, and a small site is told at once."""
LONGEST_KEPT = timedelta(hours=6)


class Row(NamedTuple):
    """A player on a leaderboard."""

    rank: int | None
    """None for who is not ranked yet."""
    user_id: int
    username: str
    face: Face
    shown: Shown
    change: int
    """Of the rating as shown, within the last 30 days; of somebody new, since where everybody starts."""


class Wins(NamedTuple):
    """Who won the rated games that were counted."""

    first: int = 0
    second: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def share(self) -> int:
        """The points of whoever moved first in percent; a draw is half a point."""
        return round(100 * (self.first + self.drawn / 2) / self.games)

    @property
    def margin(self) -> int:
        """The true share is that far from it at most, with 95 % certainty; in percent, rounded up."""
        mean = (self.first + self.drawn / 2) / self.games
        variance = (self.first + self.drawn / 4) / self.games - mean * mean
        return min(100, ceil(100 * 1.96 * sqrt(max(variance, 0.25 / self.games) / self.games)))


class Figures(NamedTuple):
    """What is counted of all ranked players of a ruleset, and of its rated games."""

    first: tuple[int, ...] = ()
    """The first ranked players, by their ids."""
    spread: tuple[tuple[int, int], ...] = ()
    """From low to high: the lowest rating of each bar, and how many ranked players are within it."""
    wins: Wins = Wins()
    unranked: tuple[int, ...] = ()
    """Where few are ranked, the strongest of the others who have lately played, by their ids."""
    past: Mapping[int, float | None] = MappingProxyType({})
    """The ratings of the first, and of those, a month before; None of who had no game yet."""

    @property
    def ranked(self) -> int:
        return sum(number for _, number in self.spread)

    def count_above(self, rating: float) -> int:
        """About how many are ranked above a rating, as if the players of each bar were evenly spread over it."""
        shares = ((min(max((low + STEP - rating) / STEP, 0.0), 1.0), number) for low, number in self.spread)
        return round(sum(share * number for share, number in shares))


class Standing(NamedTuple):
    """Where somebody stands."""

    shown: Shown
    rank: int | None = None
    """None for who is not ranked, or too far down to be counted exactly."""
    about: int | None = None
    """About the rank of who is too far down."""
    is_idle: bool = False
    """Whether their last game that counts is too long ago."""
    opponents: int = ENOUGH
    """How many different established opponents they have met, up to as many as a rank asks."""

    @property
    def is_ranked(self) -> bool:
        return self.rank is not None or self.about is not None


def find_ranked(slug: Any, *, now: Any, since: Any = None) -> QuerySet[PlayerRating]:
    """The ranked players of a ruleset, the strongest first, by an index: established, with a game that counts lately
    and enough established opponents, whose accounts are open and not suspended. `since` is since when is lately, where
    `now` is a value that is given later."""
    since = now - LATELY if since is None else since
    found = PlayerRating.objects.established(now).filter(ruleset_slug=slug, at__gte=since)
    return _without_absent(found.filter(opponents__gte=ENOUGH), now=now).order_by("-rating", "pk")


def _without_absent(found: QuerySet[PlayerRating], *, now: Any) -> QuerySet[PlayerRating]:
    suspended = Restriction.objects.standing(now).filter(user=OuterRef("user"), kind=Restriction.Kind.SUSPENDED)
    return found.filter(Q(user__restricted=False) | ~Exists(suspended), user__is_active=True)


def read_ranked(slug: str, *, figures: Figures, start: int, most: int, now: datetime) -> list[Row]:
    """At most so many ranked players, after the first `start` of them. One query, and one more for those of whom the
    figures do not know the rating of a month before."""
    found = _find_page(slug, now, now - LATELY, start=start, most=most)
    return _describe(found, range(start + 1, start + 1 + len(found)), slug=slug, past=figures.past, now=now)


def read_unranked(slug: str, *, figures: Figures, most: int = MOST_UNRANKED, now: datetime) -> list[Row]:
    """The strongest of those who are not ranked yet, where few are ranked. One query, and none where many are."""
    found = _find_people(figures.unranked[:most], slug, now)
    return _describe(found, [None] * len(found), slug=slug, past=figures.past, now=now)


def _describe(
    found: list[PlayerRating],
    ranks: Iterable[int | None],
    *,
    slug: str,
    past: Mapping[int, float | None],
    now: datetime,
) -> list[Row]:
    if unknown := tuple([row.user_id for row in found if row.user_id not in past]):
        past = {**past, **dict(_find_past(unknown, slug, now - MONTH))}
    rows = []
    for rank, row in zip(ranks, found, strict=True):
        then = past.get(row.user_id)
        change = glicko.show(row.rating) - glicko.show(glicko.START.rating if then is None else then)
        rows.append(Row(rank, row.user_id, row.user.username, row.user.face, show(row, now=now), change))
    return rows


def _with_people(found: QuerySet[PlayerRating]) -> QuerySet[PlayerRating]:
    own = [field.name for field in PlayerRating._meta.concrete_fields]
    return found.select_related("user").only(*own, *[f"user__{name}" for name in SHOWN])


@PreparedQuery
def _find_page(slug: str, now: datetime, since: datetime, *, start: int, most: int) -> QuerySet[PlayerRating]:
    """Prepared, since leaderboards ask it, nearly always for their first page."""
    return _with_people(find_ranked(slug, now=now, since=since))[start : start + most]


@PreparedQuery
def _find_people(user_ids: tuple[int, ...], slug: str, now: datetime) -> QuerySet[PlayerRating]:
    """Prepared, since the leaderboards of small sites ask it."""
    found = PlayerRating.objects.filter(user__pk__in=user_ids, ruleset_slug=slug)
    return _with_people(_without_absent(found, now=now)).order_by("-rating", "pk")


@PreparedQuery
def _find_past(user_ids: tuple[int, ...], slug: str, past: datetime) -> QuerySet[PlayerRating, tuple[Any, ...]]:
    """The ratings that these players had then, by one step down an index for each; None of who had no game yet.
    Prepared, since the later pages of a leaderboard ask it."""
    entries = RatingEntry.objects.counting().filter(user=OuterRef("user"), ruleset_slug=slug, ended_at__lt=past)
    last = entries.order_by("-ended_at", "-game").values("rating")[:1]
    found = PlayerRating.objects.filter(user__pk__in=user_ids, ruleset_slug=slug).annotate(past=Subquery(last))
    return found.values_list("user", "past")


@PreparedQuery
def _find_rating(user_id: int, slug: str) -> QuerySet[PlayerRating]:
    """Prepared, since leaderboards ask it of their reader."""
    return PlayerRating.objects.filter(user=user_id, ruleset_slug=slug, games__gt=0)


def find_standing(user: User, slug: str, *, figures: Figures, now: datetime) -> Standing | None:
    """Where somebody stands; exactly, among the first. None without a game that counts. One query, and one more for
    people with restrictions."""
    rating = next(iter(_find_rating(user.pk, slug)), None)
    if rating is None or rating.at is None:
        return None
    shown, is_idle = show(rating, now=now), rating.at < now - LATELY
    met = rating.opponents
    if shown.is_provisional or is_idle or met < ENOUGH or _is_suspended(user, now=now):
        return Standing(shown, is_idle=is_idle, opponents=met)
    if user.pk in figures.first:
        return Standing(shown, figures.first.index(user.pk) + 1)
    return Standing(shown, about=max(1, min(1 + figures.count_above(rating.rating), figures.ranked)))


def _is_suspended(user: User, *, now: datetime) -> bool:
    suspended = Restriction.objects.standing(now).filter(user=user, kind=Restriction.Kind.SUSPENDED)
    return user.restricted and suspended.exists()


def read_figures(slug: str, *, now: datetime) -> Figures:
    """What was counted lately; five or six queries where that is too long ago."""
    key = f"rating-figures:3:{slug}"
    found = cache.get(key)
    if found is None:
        start = perf_counter()
        first = tuple(find_ranked(slug, now=now).values_list("user", flat=True)[:MOST_RANKS])
        spread = _count_spread(slug, now=now)
        unranked = _list_unranked(slug, first, now=now) if sum(number for _, number in spread) < FEW else ()
        past = dict(_find_past((*first[:KNOWN], *unranked), slug, now - MONTH))
        found = first, spread, tuple(_count_wins(slug)), unranked, past
        kept = min(KEPT_FOR * (perf_counter() - start), LONGEST_KEPT.total_seconds())
        cache.set(key, found, kept)
    first, spread, wins, unranked, past = found
    return Figures(first, spread, Wins(*wins), unranked, past)


def _list_unranked(slug: str, ranked: tuple[int, ...], *, now: datetime) -> tuple[int, ...]:
    """Kept with the figures, since no index has them in order."""
    played = PlayerRating.objects.filter(ruleset_slug=slug, games__gt=0, at__gte=now - LATELY)
    found = _without_absent(played.exclude(user__in=ranked), now=now).order_by("-rating", "pk")
    return tuple(found.values_list("user", flat=True)[:MOST_UNRANKED])


def _count_spread(slug: str, *, now: datetime) -> tuple[tuple[int, int], ...]:
    shown = Floor(F("rating") + Value(0.5))
    found = find_ranked(slug, now=now).order_by().annotate(bar=Floor(shown / Value(float(STEP))))
    counted: Mapping[int, int] = {int(bar): number for bar, number in found.values_list("bar").annotate(Count("pk"))}
    if not counted:
        return ()
    return tuple((bar * STEP, counted.get(bar, 0)) for bar in range(min(counted), max(counted) + 1))


def _count_wins(slug: str) -> Wins:
    """Each entry looks up its own seat: with a join, PostgreSQL read those of all games."""
    entries = RatingEntry.objects.counting().filter(ruleset_slug=slug)
    last = entries.order_by("-pk").values_list("pk", flat=True)
    bound = last[2 * MOST_COUNTED - 1 : 2 * MOST_COUNTED].first()  # each game has two
    side = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user")).values("side")
    found = entries.filter(pk__gte=bound or 0).annotate(side=Subquery(side)).filter(side=Side.FIRST.value)
    by_score = dict(found.values_list("score").annotate(Count("pk")).order_by())
    return Wins(by_score.get(1.0, 0), by_score.get(0.0, 0), by_score.get(0.5, 0))
