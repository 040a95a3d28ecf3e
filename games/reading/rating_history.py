"""A player's rated games as their profile and the page of their history read them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Max, QuerySet

from accounts.models import User
from core.paging import PAGE, Page
from core.prepared import PreparedQuery
from engine import glicko
from games.models import PlayerRating, RatingEntry, Seat
from games.reading.ratings import Shown, show

GRAPHED = 50
"""How many of the last games that count are drawn."""


class Summary(NamedTuple):
    """A player's rating in a ruleset, for their profile."""

    slug: str
    shown: Shown
    best: int | None
    """The best rating that was established when its game ended."""
    points: tuple[tuple[datetime, int], ...]
    """The ratings after their last games that count, the oldest first; the first one is that before them."""


class Player(NamedTuple):
    """A player of a game, as its row shows them."""

    side: int
    user_id: int
    name: str
    address: str
    """The address of their page; empty for closed accounts, which have none."""


class PastGame(NamedTuple):
    """A rated game that has ended, in somebody's history."""

    entry: RatingEntry
    winner: int | None
    termination: str
    side_to_move: int
    players: tuple[Player, Player]
    """The players, by side."""

    @property
    def own(self) -> Player:
        return next(player for player in self.players if player.user_id == self.entry.user_id)

    @property
    def opponent(self) -> Player:
        return self.players[1 - self.own.side]


def read_summaries(person: User, *, now: datetime) -> list[Summary]:
    """The ratings that a player has by games that count, the most played first: two queries, and one for each."""
    ratings = _find_ratings(person.pk)
    if not ratings:
        return []
    best = dict(_find_best(person.pk))
    return [
        Summary(
            slug := rating.ruleset_slug,
            show(rating, now=now),
            glicko.show(best[slug]) if slug in best else None,
            read_points(person, slug),
        )
        for rating in ratings
    ]


@PreparedQuery
def _find_ratings(person_id: int) -> QuerySet[PlayerRating]:
    """Prepared, since every profile asks it."""
    return PlayerRating.objects.filter(user=person_id, games__gt=0).order_by("-games", "ruleset_slug")


@PreparedQuery
def _find_best(person_id: int) -> QuerySet[RatingEntry, tuple[str, float]]:
    """Prepared, since every profile asks it."""
    sure = RatingEntry.objects.filter(user=person_id).counting().filter(deviation__lte=glicko.ESTABLISHED).order_by()
    return sure.values_list("ruleset_slug").annotate(Max("rating"))


@PreparedQuery
def _find_points(
    person_id: int, slug: str, *, most: int
) -> QuerySet[RatingEntry, tuple[datetime, float | None, float | None]]:
    """Prepared, since every profile asks it of each game that is played."""
    entries = RatingEntry.objects.of(person_id, slug).counting().order_by("-ended_at", "-game_id")
    return entries.values_list("ended_at", "before_rating", "rating")[:most]


def read_points(person: User, slug: str) -> tuple[tuple[datetime, int], ...]:
    """What `Summary.points` says. One query by an index, however long the history is."""
    rows = _find_points(person.pk, slug, most=GRAPHED)[::-1]
    before = [(at, glicko.show(rating or 0)) for at, rating, _ in rows[:1]]
    return (*before, *((at, glicko.show(rating or 0)) for at, _, rating in rows))


def read_history(person: User, slug: str, *, below: int | None) -> Page:
    """A page of `PastGame`, the newest first, after the game `below`; the first page where that is none of theirs.

    Games that were reopened and go on are left out. Three queries at most.
    """
    entries = RatingEntry.objects.of(person.pk, slug).ended()
    key = None if below is None else entries.filter(game=below).values_list("ended_at", "game_id").first()
    if key is not None:
        entries = entries.before(key).filter(ended_at__lte=key[0])  # by which the index is entered there
    about = {name: F(f"game__{name}") for name in ("winner", "termination", "side_to_move")}
    found = list(entries.annotate(**about).order_by("-ended_at", "-game_id")[: PAGE + 1])
    rows = _join_players(found[:PAGE])
    return Page(rows, rows[-1].entry.game_id if len(found) > PAGE else None, is_first=key is None)


def _join_players(entries: list[Any]) -> list[PastGame]:
    """The rows of these entries, which are annotated with the columns of their games. One query."""
    seats = Seat.objects.filter(game__in=[entry.game_id for entry in entries]).select_related("user").order_by("side")
    players: dict[int, list[Player]] = {entry.game_id: [] for entry in entries}
    for seat in seats:
        user = seat.user
        address = user.get_absolute_url() if user.is_active else ""
        players[seat.game_id].append(Player(seat.side, seat.user_id, user.shown_name, address))
    return [
        PastGame(entry, entry.winner, entry.termination, entry.side_to_move, (first, second))
        for entry in entries
        for first, second in [players[entry.game_id]]
    ]
