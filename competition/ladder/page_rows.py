"""Reads the rows of a ladder’s page with everything that they show. A few prepared queries do it, since the page is
read often."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.models import User, Vacation
from competition.ladder.order import Place
from competition.models import LadderGame, LadderMember
from core.prepared import PreparedQuery
from games.models import PlayerRating
from games.reading.on_time import OnTime, read_on_time

PAGE = 25
LATELY = 10
"""How many finished games a page lists."""
TOP = -(2**63)
"""The lowest rank that the database can store."""
PERSON = ("id", "is_active", "username", "figure", "picture", "restricted", "kind")
"""The columns that are read of a person, in the order of the model’s columns."""
KEPT = 2 + len(PERSON)
"""Where a row has the number of games finished on time."""


class Rung(NamedTuple):
    """A place and the player on it."""

    place: Place
    person: User
    """A person. Only their name is read, and whether they are restricted or gone."""
    on_time: OnTime
    away_until: datetime | None


class Settled(NamedTuple):
    """A finished game, with what its row on the page says."""

    game_id: int
    settled_at: datetime
    challenger_score: float | None
    moved_from: int | None
    moved_to: int | None
    held: str
    left: bool
    challenger: str
    challenged: str


def read_rungs(slug: str, *, page: int, now: datetime) -> tuple[list[Rung], dict[int, PlayerRating]]:
    """Reads the rows of a page, and the ratings of those who have one. Makes two queries, one more for pages after the
    first, and one more if the figure of games on time is not stored yet for a player."""
    start = PAGE * (page - 1)
    first = LadderMember.objects.on(slug).values_list("rank", flat=True)[start : start + 1] if start else [TOP]
    rows = find_rungs(slug, rank, now) if (rank := next(iter(first), None)) is not None else []
    unknown = [row[2] for row in rows if row[KEPT] is None]
    missing = read_on_time(unknown) if unknown else {}
    rungs = []
    for place, (at, left_at, *person, kept, games, until) in enumerate(rows, start + 1):
        made = User.from_db("default", PERSON, person)
        on_time = missing.get(made.pk) or OnTime(kept or 0, games or 0)
        rungs.append(Rung(Place(made.pk, place, left_at is not None, at), made, on_time, until))
    ratings = find_ratings(slug, rows[0][0], rows[-1][0]) if rows else []
    return rungs, {rating.user_id: rating for rating in ratings}


@PreparedQuery
def find_rungs(slug: str, rank: int, now: datetime) -> QuerySet[LadderMember, tuple[Any, ...]]:
    """Returns the players from a rank on, with what their rows show."""
    away = Vacation.objects.filter(user=OuterRef("user"), from_at__lte=now, until_at__gt=now, automatic=False)
    found = LadderMember.objects.filter(ruleset_slug=slug, rank__gte=rank).order_by("rank")
    found = found.annotate(away=Subquery(away.order_by("-until_at").values("until_at")[:1]))
    person = [f"user__{name}" for name in PERSON]
    on_time = ("user__on_time_record__kept", "user__on_time_record__games")
    return found.values_list("rank", "leaving_at", *person, *on_time, "away")[:PAGE]


def find_ratings(slug: str, first: int, last: int) -> QuerySet[PlayerRating]:
    """Returns the ratings of the players between two ranks."""
    there = {"user__ladder_places__ruleset_slug": slug, "user__ladder_places__rank__range": (first, last)}
    return PlayerRating.objects.filter(ruleset_slug=slug, **there)


def find_own(user_id: int, slug: str) -> QuerySet[LadderMember]:
    """Returns a player's row on a ladder, even if they are no longer on it."""
    return LadderMember.objects.filter(user=user_id, ruleset_slug=slug)


def count_members(slug: str) -> int:
    return LadderMember.objects.filter(ruleset_slug=slug, rank__isnull=False).count()


def count_above(slug: str, rank: int) -> int:
    return LadderMember.objects.filter(ruleset_slug=slug, rank__lt=rank).count()


def list_settled(slug: str) -> list[Settled]:
    """Returns the last finished games of a ladder, newest first, except those that staff have hidden."""
    return [Settled(*row) for row in find_settled(slug)]


@PreparedQuery
def find_settled(slug: str) -> QuerySet[LadderGame, tuple[Any, ...]]:
    found = LadderGame.objects.filter(ruleset_slug=slug, settled_at__isnull=False, game__private=False)
    games = found.order_by("-settled_at")
    names = ("challenger__username", "challenged__username")
    return games.values_list(*Settled._fields[:-2], *names)[:LATELY]
