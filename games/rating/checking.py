"""Checks what is stored of ratings: every entry beside its game as it stands, and every rating beside its entries.

Rows are streamed, a player at a time, so there may be any number of them. It writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Count, F, FilteredRelation, Max, Min, Q

from engine import glicko
from engine.contract import Side
from games.models import Game, PlayerRating, RatingEntry
from games.rating.deciding import LONG, Standing, find_why
from games.rating.folding import COLUMNS, COMPUTED, Step, fold
from games.rating.ranking import ENOUGH

CHUNK = 2000
ALIKE = 1e-6
"""Numbers that differ by less are the same: another machine may compute the last digit otherwise."""
AS_LONG = timedelta(seconds=1)
"""So are instants that are computed from such numbers and differ by less."""
KEPT = ("rating", "deviation", "volatility", "games", "at", "established_until", "opponents")
"""The columns of a rating that follow from its entries."""
DECIDED = ("serial", "early")
"""What is decided of a game once, when it ends."""
OF_GAME = (
    *("game__ruleset_slug", "game__ply", "game__ended_at", "game__winner", "game__termination"),
    *("game__rated_game__declined_at", "game__rated_game__taken_out_at"),
)
OF_PLAYER = ("user__closed_at", "mine__side", "theirs__user", "game__rated", "why", "serial", "early")


class Difference(NamedTuple):
    """Something that is stored otherwise than it should be."""

    what: str
    """A column, or what is missing or should not be there."""
    stored: object
    expected: object
    slug: str
    user_id: int | None = None
    game_id: int | None = None


class _Entry(NamedTuple):
    """An entry as it is stored, beside its game."""

    user_id: int
    slug: str
    closed_at: datetime | None
    """When the player's account was closed."""
    side: int | None
    """The player's; None in a game that is not theirs."""
    opponent_id: int | None
    is_rated: bool
    why: str
    serial: bool
    early: bool
    game: Standing
    step: Step


class _Rating(NamedTuple):
    """A rating as it is stored."""

    user_id: int
    slug: str
    closed_at: datetime | None
    values: tuple[Any, ...]
    """In the order of `KEPT`."""


class Check:
    """Goes through everything once, and counts what it has read."""

    def __init__(self) -> None:
        self.entries = self.ratings = 0

    def find(self) -> Iterator[Difference]:
        """Each difference: player by player, and then of games whose entries do not belong together."""
        for entries, ratings in _by_player(self._read_entries(), self._read_ratings()):
            yield from _check_player(entries, {row.slug: row for row in ratings})
        yield from _check_games()

    def _read_entries(self) -> Iterator[_Entry]:
        mine = FilteredRelation("game__seats", condition=Q(game__seats__user=F("user")))
        theirs = FilteredRelation("game__seats", condition=~Q(game__seats__user=F("user")))
        rows = RatingEntry.objects.alias(mine=mine, theirs=theirs).order_by(
            "user_id", "ruleset_slug", "ended_at", "game_id"
        )
        columns = ("user_id", "ruleset_slug", *OF_PLAYER, *OF_GAME, *COLUMNS, *COMPUTED)
        game, step = 2 + len(OF_PLAYER), 2 + len(OF_PLAYER) + len(OF_GAME)
        stored = step + len(COLUMNS)
        for row in rows.values_list(*columns).iterator(chunk_size=CHUNK):
            self.entries += 1
            read = Step._make((*row[step:stored], row[stored:]))
            standing = Standing._make((read.game_id, *row[game:step], True, (row[0], row[0])))
            yield _Entry._make((*row[:game], standing, read))

    def _read_ratings(self) -> Iterator[_Rating]:
        rows = PlayerRating.objects.order_by("user_id", "ruleset_slug")
        columns = ("user_id", "ruleset_slug", "user__closed_at", *KEPT)
        for row in rows.values_list(*columns).iterator(chunk_size=CHUNK):
            self.ratings += 1
            yield _Rating._make((*row[:3], row[3:]))


def _by_player(
    entries: Iterator[_Entry], ratings: Iterator[_Rating]
) -> Iterator[tuple[Iterable[_Entry], Iterable[_Rating]]]:
    """Both streams by player, who may be in one of them alone."""
    kept = groupby(ratings, lambda row: row.user_id)
    next_kept = next(kept, None)
    for user_id, theirs in groupby(entries, lambda row: row.user_id):
        while next_kept and next_kept[0] < user_id:
            yield (), next_kept[1]
            next_kept = next(kept, None)
        if next_kept and next_kept[0] == user_id:
            yield theirs, next_kept[1]
            next_kept = next(kept, None)
        else:
            yield theirs, ()
    while next_kept:
        yield (), next_kept[1]
        next_kept = next(kept, None)


def _check_player(entries: Iterable[_Entry], ratings: dict[str, _Rating]) -> Iterator[Difference]:
    for slug, theirs in groupby(entries, lambda row: row.slug):
        rating, closed_at, met = PlayerRating(ruleset_slug=slug), None, set[int | None]()
        for entry in theirs:
            rating.user_id, closed_at = entry.user_id, entry.closed_at
            yield from _check_entry(entry, rating)
            if not entry.why and entry.game.ply >= LONG and entry.step.opponent_deviation <= glicko.ESTABLISHED:
                met.add(entry.opponent_id)
        rating.opponents = min(len(met), ENOUGH)
        yield from _check_rating(ratings.pop(slug, None), rating, is_closed=closed_at is not None)
    for slug, stored in ratings.items():
        nothing = PlayerRating(user_id=stored.user_id, ruleset_slug=slug)
        yield from _check_rating(stored, nothing, is_closed=stored.closed_at is not None)


def _check_entry(entry: _Entry, rating: PlayerRating) -> Iterator[Difference]:
    """Folds an entry into the rating before it, if it counts, and compares what it says with that and with its game."""
    expected: Sequence[float | None] = (None,) * len(COMPUTED)
    if not entry.why:
        [found] = fold([entry.step], start=rating.value, at=rating.at)
        expected, rating.at = found.computed, entry.step.ended_at
        rating.rating, rating.deviation, rating.volatility = found.after
        rating.games += 1
    about = (entry.slug, entry.user_id, entry.step.game_id)
    for what, stored, right in zip(COMPUTED, entry.step.stored, expected, strict=True):
        if stored != right and not _is_alike(stored, right):
            yield Difference(what, stored, right, *about)
    yield from (Difference(*each, *about) for each in _compare_with_game(entry))


def _compare_with_game(entry: _Entry) -> list[tuple[str, object, object]]:
    game, step = entry.game, entry.step
    if not entry.is_rated or entry.side is None:
        return [("entry", "there", "none: the game is not rated, or not theirs")]
    score = 0.5 if game.winner is None else 1.0 if Side(game.winner) == entry.side else 0.0
    compared = [
        ("score", step.score, score),
        ("why", entry.why, find_why(game, serial=entry.serial, early=entry.early)),
        ("ended_at", step.ended_at, game.ended_at or step.ended_at),
        ("ruleset", entry.slug, game.slug),
    ]
    return [each for each in compared if each[1] != each[2]]


def _check_rating(stored: _Rating | None, rating: PlayerRating, *, is_closed: bool) -> Iterator[Difference]:
    about = (rating.ruleset_slug, rating.user_id)
    if (stored is None) != is_closed:
        told = ("there", "none: the account is closed") if stored else ("none", "there")
        yield Difference("rating", *told, *about)
    if stored is None or is_closed:
        return
    rating.take(rating.value, at=rating.at)
    for what, value, right in zip(KEPT, stored.values, (getattr(rating, name) for name in KEPT), strict=True):
        if value != right and not _is_alike(value, right):
            yield Difference(what, value, right, *about)


def _is_alike(stored: Any, expected: Any) -> bool:
    """Whether two numbers, or two instants that follow from such, differ by no more than the last digits."""
    if stored is None or expected is None:
        return False
    return bool(abs(stored - expected) < (AS_LONG if isinstance(expected, datetime) else ALIKE))


def _check_games() -> Iterator[Difference]:
    """Rated games that have ended and lack an entry, and those whose two entries were decided differently."""
    serial, early = (Count("rating_entries", filter=Q(**{f"rating_entries__{name}": True})) for name in DECIDED)
    games = Game.objects.filter(rated=True).values_list("pk", "ruleset_slug", "ended_at")
    counted = games.annotate(
        n=Count("rating_entries"),
        low=Min("rating_entries__why"),
        high=Max("rating_entries__why"),
        serial=serial,
        early=early,
    )
    unlike = ~Q(low=F("high")) | Q(serial=1) | Q(early=1) | Q(n=1) | Q(n=0, ended_at__isnull=False)
    for game_id, slug, _, entries, low, high, *decided in counted.filter(unlike).order_by("pk").iterator(CHUNK):
        if entries < 2:
            yield Difference("entries", entries, 2, slug, game_id=game_id)
        elif low != high:
            yield Difference("why", (low, high), "the same of both", slug, game_id=game_id)
        elif 1 in decided:
            what = DECIDED[decided.index(1)]
            yield Difference(what, "of one", "the same of both", slug, game_id=game_id)
