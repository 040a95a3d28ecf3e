"""Sets the entries of games as they stand, and folds the ratings of their players from there on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from core.prepared import PreparedQuery
from core.prepared_writes import PreparedInsert, PreparedUpdate
from engine import glicko
from games import events
from games.events import Result
from games.models import VOID, PlayerRating, RatingEntry, Seat
from games.rating.deciding import ON_TIME, Standing, find_why, have_resigned_early, was_here
from games.rating.folding import COLUMNS, COMPUTED, Folded, Step, fold
from games.rating.locking import Ratings, lock_players, lock_ratings
from games.rating.ranking import ENOUGH, count_opponents, is_of_rank

Key = tuple[datetime, int]
Entries = dict[tuple[int, int], RatingEntry]
"""Entries by game and user."""
STORED = (
    "ended_at",
    "opponent_rating",
    "opponent_deviation",
    "score",
    "why",
    "serial",
    "early",
    "earlier_ends",
    *COMPUTED,
)
STANDING = (
    *("game_id", "game__ruleset_slug", "game__ply", "game__ended_at", "game__winner", "game__termination"),
    *("game__rated_game__declined_at", "game__rated_game__taken_out_at", "has_entries"),
)
save_all = PreparedUpdate(PlayerRating).update_all
insert = PreparedInsert(RatingEntry)
"""Both prepared, since the end of each rated game writes by them."""


class Correction(NamedTuple):
    """What became of a player's rating by settling games anew, as they are shown."""

    user_id: int
    slug: str
    before: int
    after: int


def on_result_changed(
    *,
    game_id: int,
    before: Result | None = None,
    after: Result | None,
    rated: bool = True,
    ended: tuple[str, int] | None = None,
    **_: Any,
) -> None:
    """Settles a rated game whose result has changed; no query for others. A change of what was settled is announced."""
    if not rated or (before is None and after and ended and settle_first_end(game_id, *ended, after)):
        return
    corrections, is_end = settle([game_id])
    if not is_end:
        announce(corrections, game_id=game_id, cause=_name_cause(after))


def _name_cause(after: Result | None) -> str:
    """Why a rating is corrected, for a game whose result has changed."""
    if after is None:
        return events.Correcting.REOPENED
    return events.Correcting.VOID if after.termination == VOID else events.Correcting.DECIDED


def announce(
    corrections: Iterable[Correction],
    *,
    game_id: int | None,
    cause: str,
    but: Collection[int] = (),
    decision: int | None = None,
) -> None:
    """Announces the ratings that read otherwise now, and why (`events.Correcting`); but not to those who did it
    themselves. `decision` is the number of the decision that did it, where staff gave a reason for several games."""
    for each in corrections:
        if each.before != each.after and each.user_id not in but:
            told = {"user_id": each.user_id, "ruleset_slug": each.slug, "before": each.before, "after": each.after}
            events.rating_corrected.send(sender=PlayerRating, game_id=game_id, cause=cause, decision=decision, **told)


def settle_first_end(game_id: int, slug: str, ply: int, result: Result) -> bool:
    """Settles the end of a locked game of which nothing was kept, at so many plies. Returns whether it could: else
    `settle` has to."""
    loser = result.winner.other if result.termination == ON_TIME and result.winner is not None else None
    found = lock_players(game_id, slug=slug, loser=loser)
    if found is None:
        return False
    ratings, users = found
    settled = _Settled(ratings, {})
    settled.add(Standing(game_id, slug, ply, result.ended_at, result.winner, result.termination, users=users))
    settled.save()
    return True


def settle(game_ids: Sequence[int]) -> tuple[list[Correction], bool]:
    """Settles rated games, which are locked, as they stand; twice changes nothing.

    Returns what became of each player's rating, and whether a game has ended that was not known to have: then the
    change is no correction.
    """
    games = read_games(game_ids)
    if not games:
        return [], False
    ratings = lock_ratings((user_id, game.slug) for game in games for user_id in game.users)
    shown = {each: glicko.show(row.rating) for each, row in ratings.items()}
    ended_before = [game.game_id for game in games if game.has_entries]
    known = RatingEntry.objects.filter(game__in=ended_before) if ended_before else ()
    settled = _Settled(ratings, {(row.game_id, row.user_id): row for row in known})
    for game in games:
        settled.add(game)
    settled.save()
    touched = sorted({(user_id, game.slug) for game in games for user_id in game.users})
    corrections = [Correction(*each, shown[each], glicko.show(ratings[each].rating)) for each in touched]
    return corrections, settled.is_end


def read_games(game_ids: Sequence[int]) -> list[Standing]:
    """These games as they stand, if they are rated, in order; one query."""
    rows = read_seats(*game_ids) if len(game_ids) == 1 else list(list_seats(Q(game__in=game_ids)))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [Standing._make((*first[:-1], (first[-1], second[-1]))) for first, second in pairs]


@PreparedQuery
def read_seats(game_id: int) -> QuerySet[Seat, tuple[Any, ...]]:
    """Prepared, since the end of each rated game asks it."""
    return list_seats(Q(game=game_id))


def list_seats(wanted: Q) -> QuerySet[Seat, tuple[Any, ...]]:
    """Lists, by game and side, what `Standing` needs of the game, and the player."""
    has_entries = Exists(RatingEntry.objects.filter(game=OuterRef("game")))
    rated = Seat.objects.filter(wanted, game__rated=True).annotate(has_entries=has_entries)
    return rated.order_by("game", "side").values_list(*STANDING, "user_id")


class _Settled:
    """The entries and ratings that games change, until they are saved."""

    def __init__(self, ratings: Ratings, known: Entries) -> None:
        self.ratings, self.known = ratings, known
        self.entries: list[RatingEntry] = []
        self.since: dict[tuple[int, str], Key] = {}
        """From where on a rating has to be folded anew."""
        self.counted: dict[tuple[int, str], int] = {}
        """How many more games count."""
        self.met: set[tuple[int, str]] = set()
        """Whose opponents have to be counted anew."""
        self.is_end = False
        self.closed: set[int] = set()
        """Players whose accounts are closed: their entries stay, and no rating of theirs is kept."""

    def add(self, game: Standing) -> None:
        known = [self.known.get((game.game_id, user_id)) for user_id in game.users]
        if game.ended_at is None and None in known:
            return  # it goes on, and has never ended
        for entry in known:
            if entry is not None and game.ended_at is not None and entry.ended_at != game.ended_at:
                entry.change_end(game.ended_at)
        is_new = game.ended_at is not None and any(each is None or each.ended_at != game.ended_at for each in known)
        if is_new:
            serial, early = self._find_serial(game), _find_early(game)
        else:
            serial, early = (any(each and getattr(each, name) for each in known) for name in ("serial", "early"))
        self.is_end = self.is_end or is_new
        why = find_why(game, serial=serial, early=early)
        made = [
            self._make(game, user_id, entry, is_new=is_new) for user_id, entry in zip(game.users, known, strict=True)
        ]
        for entry in made:
            self._change(entry, game, why=why, serial=serial, early=early)

    def _find_serial(self, game: Standing) -> bool:
        """Whether a game that has just ended was lost on time by somebody who was not here since their last such loss
        that counted; if it counts, it is the last one from now on."""
        if not game.is_lost_on_time or find_why(game, serial=False, early=False):
            return False
        assert game.ended_at is not None
        theirs = [row.lost_on_time_at for (user_id, _), row in self.ratings.items() if user_id == game.loser]
        last = max((at for at in theirs if at is not None), default=None)
        if last is not None and not self._was_here(game.loser, since=last):
            return True
        self.ratings[game.loser, game.slug].lost_on_time_at = max(last or game.ended_at, game.ended_at)
        return False

    def _was_here(self, loser: int, *, since: datetime) -> bool:
        """Whether they were here since then: what was read with the ratings, else by a query."""
        return was_here(loser, since=since) if self.ratings.seen is None else self.ratings.seen

    def _make(self, game: Standing, user_id: int, entry: RatingEntry | None, *, is_new: bool) -> RatingEntry:
        """The entry of a player: the one that is known for this end of the game, else one with the opponent's rating as
        it is now."""
        if entry is None:
            entry = RatingEntry(game_id=game.game_id, user_id=user_id, ruleset_slug=game.slug, why="?")
        if is_new:
            assert game.ended_at is not None
            other = self.ratings[next(each for each in game.users if each != user_id), game.slug]
            entry.opponent_rating, entry.opponent_deviation = other.rating, other.age(game.ended_at)
        return entry

    def _change(self, entry: RatingEntry, game: Standing, *, why: str, serial: bool, early: bool) -> None:
        """Sets an entry to how the game stands, and notes from where on its player's rating changes by it."""
        was = _read(entry)
        old = None if entry.why else entry.key
        entry.ended_at = game.ended_at or entry.ended_at
        entry.score, entry.why, entry.serial, entry.early = game.score_of(entry.user_id), why, serial, early
        if was == _read(entry):
            return
        self.entries.append(entry)
        new = None if why else entry.key
        if keys := [key for key in (old, new) if key]:
            each = entry.user_id, game.slug
            self.since[each] = min([*keys, *([self.since[each]] if each in self.since else [])])
            self.counted[each] = self.counted.get(each, 0) + (new is not None) - (old is not None)
            if old or (is_of_rank(entry, game) and self.ratings[each].opponents < ENOUGH):
                self.met.add(each)
        if why:
            entry.take(None, weeks=0, after=None)

    def save(self) -> None:
        for each, since in self.since.items():
            rating = self.ratings[each]
            rating.games += self.counted[each]
            mine = [entry for entry in self.entries if (entry.user_id, entry.ruleset_slug) == each]
            _fold_since(rating, since, mine)
        new, old = ([each for each in self.entries if (each.pk is None) is is_new] for is_new in (True, False))
        insert(new)
        if old:
            RatingEntry.objects.bulk_update(old, STORED, batch_size=100)
        for slug in {slug for _, slug in self.met}:
            met = count_opponents([user_id for user_id, other in self.met if other == slug], slug=slug)
            for user_id, number in met.items():
                self.ratings[user_id, slug].opponents = number
        made_for = self.ratings.made_for
        save_all([row for each, row in self.ratings.items() if each in self.since or each[0] in made_for])
        if made_for:  # entries of closed accounts stay, and no rating of theirs is kept
            PlayerRating.objects.filter(user__in=made_for, user__closed_at__isnull=False).delete()


def _find_early(game: Standing) -> bool:
    """Whether a game that has just ended was resigned early, after enough others of the two."""
    resigned = game.is_resigned_early and not find_why(game, serial=False, early=False)
    return resigned and have_resigned_early(game)


def _read(entry: RatingEntry) -> tuple[Any, ...]:
    """What is decided about a game, for one of its players."""
    return entry.ended_at, entry.score, entry.why, entry.serial, entry.early


def _fold_since(rating: PlayerRating, since: Key, changed: Sequence[RatingEntry]) -> None:
    """Folds a rating from there on, with entries that were changed and are not saved yet; saves all others."""
    counting = [entry for entry in changed if not entry.why]
    before, at, later = rating.value, rating.at, list[Step]()
    if at is not None and at >= since[0]:  # a correction, or one of several ends that come in another order
        entries = RatingEntry.objects.of(rating.user_id, rating.ruleset_slug).counting()
        entries = entries.exclude(game__in=[entry.game_id for entry in changed])
        last = entries.before(since).in_order().last()
        before, at = (last.value, last.ended_at) if last else (glicko.START, None)
        rows = entries.since(since).in_order().values_list(*COLUMNS, *COMPUTED)
        later = [Step._make((*row[: len(COLUMNS)], row[len(COLUMNS) :])) for row in rows]
    mine = {entry.key: entry for entry in counting if entry.key >= since}
    steps = sorted([*later, *map(_step_of, mine.values())], key=lambda step: step.key)
    changed_rows, value = [], before
    for found in fold(steps, start=before, at=at):
        value, at = found.after, found.step.ended_at
        if entry := mine.get(found.step.key):
            entry.take(found.before, weeks=found.weeks, after=found.after)
        elif found.computed != found.step.stored:
            changed_rows.append(found)
    _write(changed_rows)
    rating.take(value, at=at)


def _step_of(entry: RatingEntry) -> Step:
    return Step(None, entry.ended_at, entry.game_id, entry.opponent_rating, entry.opponent_deviation, entry.score)


def _write(rows: Sequence[Folded]) -> None:
    """Writes what was computed anew: by plain SQL, since there may be thousands of rows."""
    if not rows:
        return
    columns = ", ".join(f"{name} = %s" for name in COMPUTED)
    with connection.cursor() as cursor:
        sql = f"UPDATE {RatingEntry._meta.db_table} SET {columns} WHERE id = %s"
        cursor.executemany(sql, [(*row.computed, row.step.pk) for row in rows])
