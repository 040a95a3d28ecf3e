"""Reads the standing challenges that pairing looks at, and which of their owners may not meet."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.models import Block
from competition.models import StandingChallenge, StandingGame
from competition.standing.matching import Candidate, tie
from engine import glicko, registry
from engine.contract import Side, does_chance_seat
from games.models import Challenge, OnTimeRecord, PlayerRating
from games.reading.on_time import OnTime

FIELDS = {
    "number": "pk",
    "player": "owner",
    "since": "waiting_since",
    "made": "made_at",
    "look": "look_at",
    "last": "last_opponent",
    "slug": "challenge__ruleset_slug",
    "is_rated": "challenge__rated",
    "side": "challenge__side",
    "within": "challenge__rating_within",
    "lowest": "challenge__rating_from",
    "highest": "challenge__rating_to",
    "established_only": "challenge__established_only",
    "on_time_least": "challenge__on_time_least",
}
TEXTS = {name: f"challenge__{name}" for name in ("options", "control", "other_controls")}
"""JSON columns. They are read as text, since a thousand rows have few different values."""
Ratings = Mapping[tuple[int, str], tuple[int, bool]]
"""The rating by player and ruleset, and whether it is established."""
BATCH = 5_000
"""The most players whose figures one query reads."""


def find_listed(now: datetime) -> QuerySet[StandingChallenge]:
    """Returns those that pairing may use. They are listed, so they have room and are not paused, and their owners want
    them paired."""
    listed = Challenge.objects.listed(now).filter(stands=True)
    return StandingChallenge.objects.with_room().filter(pairs=True, challenge__in=listed)


def read_candidates(rows: QuerySet[StandingChallenge], *, now: datetime) -> list[Candidate]:
    """Returns these standing challenges with the figures of their owners. Makes two queries, one more if one of them
    asks for games on time, and more if there are many. The figures of games on time are those stored last."""
    texts = {f"{name}_text": Cast(path, TextField()) for name, path in TEXTS.items()}
    found = list(rows.annotate(**texts).values(*texts, **{name: F(path) for name, path in FIELDS.items()}))
    owners = {row["player"] for row in found}
    ratings = _read_ratings(owners, slugs={row["slug"] for row in found}, now=now)
    asked = any(row["on_time_least"] is not None for row in found)
    on_time = _read_on_time(owners) if asked else {}
    parsed = _Parsed()
    return [_make(row, ratings, on_time, parsed, now=now) for row in found]


def read_apart(owners: Collection[int]) -> set[tuple[int, int]]:
    """Returns ties of these players with others whom they may not meet: one blocks the other, or a game of the two from
    a standing challenge is running. Makes four queries, and more if there are many players."""
    running, blocks = StandingGame.objects.running(), Block.objects.filter(is_mute=False)
    columns = (
        (running, "one", "other"),
        (running, "other", "one"),
        (blocks, "user", "other"),
        (blocks, "other", "user"),
    )
    return {
        tie(one, other)
        for rows, own, its in columns
        for some in _split(owners)
        for one, other in rows.filter(**{f"{own}__in": some}).values_list(own, its)
    }


def _read_ratings(owners: Collection[int], *, slugs: set[str], now: datetime) -> Ratings:
    columns = ("user", "ruleset_slug", "rating", "established_until")
    return {
        (user_id, slug): (glicko.show(rating), until is not None and until > now)
        for some in _split(owners)
        for user_id, slug, rating, until in PlayerRating.objects.filter(
            user__in=some, ruleset_slug__in=slugs
        ).values_list(*columns)
    }


def _read_on_time(owners: Collection[int]) -> dict[int, int | None]:
    return {
        user_id: OnTime(kept, games).percent
        for some in _split(owners)
        for user_id, kept, games in OnTimeRecord.objects.filter(user__in=some).values_list("user", "kept", "games")
    }


def _split(numbers: Collection[int]) -> Iterator[list[int]]:
    """Splits numbers into batches, which queries get as lists of numbers. With a subquery instead, PostgreSQL has
    searched all ratings for each number."""
    ordered = sorted(numbers)
    for at in range(0, len(ordered), BATCH):
        yield ordered[at : at + BATCH]


class _Parsed:
    """The values of JSON columns. Each text is parsed only once."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._lists: dict[tuple[str, str], tuple[str, ...]] = {}
        self._seating: dict[str, bool] = {}

    def sort(self, text: str) -> str:
        """Returns the same text for the same value."""
        if text not in self._texts:
            self._texts[text] = _write(json.loads(text))
        return self._texts[text]

    def list_controls(self, first: str, others: str) -> tuple[str, ...]:
        if (first, others) not in self._lists:
            self._lists[first, others] = tuple(map(_write, [json.loads(first), *json.loads(others)]))
        return self._lists[first, others]

    def is_seated_by_chance(self, slug: str) -> bool:
        if slug not in self._seating:
            self._seating[slug] = does_chance_seat(registry.get(slug))
        return self._seating[slug]


def _write(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _make(
    row: Mapping[str, Any],
    ratings: Ratings,
    on_time: Mapping[int, int | None],
    parsed: _Parsed,
    *,
    now: datetime,
) -> Candidate:
    """Makes a candidate of a row. A player without a rating counts with the rating that everyone starts with."""
    player, slug = row["player"], row["slug"]
    points, is_established = ratings.get((player, slug), (glicko.show(glicko.START.rating), False))
    return Candidate(
        number=row["number"],
        owner=player,
        since=row["since"],
        made_at=row["made"],
        terms=(slug, parsed.sort(row["options_text"]), row["is_rated"]),
        controls=parsed.list_controls(row["control_text"], row["other_controls_text"]),
        points=points,
        side=None if parsed.is_seated_by_chance(slug) else _read_side(row["side"]),
        is_established=is_established,
        on_time=on_time.get(player),
        within=row["within"],
        lowest=row["lowest"],
        highest=row["highest"],
        established_only=row["established_only"],
        on_time_least=row["on_time_least"],
        last_opponent=row["last"],
        is_due=row["look"] is not None and row["look"] <= now,
    )


def _read_side(wanted: str) -> Side | None:
    sides = {Challenge.SideWanted.FIRST.value: Side.FIRST, Challenge.SideWanted.SECOND.value: Side.SECOND}
    return sides.get(wanted)
