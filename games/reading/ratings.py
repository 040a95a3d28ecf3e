"""Ratings as a page reads them: what players have, what a game would change, and what it has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from engine import glicko
from engine.contract import Side
from games.models import Game, PlayerRating, RatingEntry
from games.models.rating import count_weeks

Why = RatingEntry.Why


class Shown(NamedTuple):
    """A rating as it is shown."""

    points: int
    deviation: int
    """Aged until now."""
    is_provisional: bool
    games: int
    """That count; without any, the rating is where everybody starts."""

    @property
    def text(self) -> str:
        """Such as “1662?”, the question mark of a provisional one; “?” of somebody who has none yet."""
        if not self.games:
            return "?"
        return f"{self.points}?" if self.is_provisional else str(self.points)

    @property
    def margin(self) -> int:
        """The true strength is that far from the rating at most, with 95 % certainty: what stands after “±”."""
        return 2 * self.deviation


class Forecast(NamedTuple):
    """What a game would change in a player's rating, if it ended now."""

    win: int
    draw: int
    loss: int


class Change(NamedTuple):
    """What a game has changed in a player's rating, as shown."""

    user_id: int
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


class Rated(NamedTuple):
    """What a rated game that has ended did to the ratings of its players."""

    why: str
    """Why it does not count; empty where it does, and then both have changes."""
    changes: Mapping[int, Change]
    """The change of each player's rating, by user."""
    entries: Mapping[int, RatingEntry]
    """The rows of both, by user."""


def may_see_ratings(reader: Any) -> bool:
    """Whether pages show a reader ratings: some have switched them off for themselves. Visitors and guests see them."""
    return bool(getattr(reader, "show_ratings", True))


@PreparedQuery
def find_ratings(user_ids: tuple[int, ...], slugs: tuple[str, ...]) -> QuerySet[PlayerRating]:
    """Prepared, since pages of games and lists of challenges ask it."""
    return PlayerRating.objects.filter(user__pk__in=user_ids, ruleset_slug__in=slugs)


def read_ratings(user_ids: Iterable[int], *, slug: str) -> dict[int, PlayerRating]:
    """The ratings of these players in a ruleset, by user; of those who have none yet, what everybody starts with. One
    query."""
    wanted = set(user_ids)
    found = {row.user_id: row for row in find_ratings(tuple(wanted), (slug,))}
    return {pk: found.get(pk) or PlayerRating(user_id=pk, ruleset_slug=slug) for pk in wanted}


def show(rating: PlayerRating, *, now: datetime) -> Shown:
    points, deviation = glicko.show(rating.rating), glicko.show(rating.age(now))
    return Shown(points, deviation, not rating.is_established(now), rating.games)


def foresee(own: PlayerRating, other: PlayerRating, *, now: datetime) -> Forecast:
    """What a player's rating would gain or lose by a game that ended now, as shown."""
    weeks, against = count_weeks(own.at, now), other.age(now)
    before = glicko.show(own.rating)
    results = (glicko.Result(other.rating, against, score) for score in (1.0, 0.5, 0.0))
    return Forecast(*(glicko.show(glicko.rate(own.value, [result], weeks).rating) - before for result in results))


def read_changes(user_id: int, game_ids: Iterable[int]) -> dict[int, Change]:
    """What these games did to a player's rating, by game, of those that count. One query, or none."""
    wanted = set(game_ids)
    found = RatingEntry.objects.counting().filter(user=user_id, game__in=wanted) if wanted else ()
    return {entry.game_id: _change_of(entry) for entry in found if entry.rating is not None}


def _change_of(entry: RatingEntry) -> Change:
    return Change(entry.user_id, glicko.show(entry.before_rating or 0), glicko.show(entry.rating or 0))


def read_rated(game: Game) -> Rated | None:
    """What a rated game that is over did to its players' ratings; None of others. One query, and none for others."""
    if not (game.rated and game.is_over):
        return None
    entries = list(RatingEntry.objects.filter(game=game.pk))
    changes = {entry.user_id: _change_of(entry) for entry in entries if entry.rating is not None}
    return Rated(entries[0].why if entries else Why.NO_RESULT, changes, {entry.user_id: entry for entry in entries})


def find_unmoved(game: Game) -> int:
    """The side that had not moved in a game of fewer than two plies; of two, the one that was to move."""
    return Side(game.side_to_move)
