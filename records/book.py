"""The book of finished public games: what was played in each position, how often, with which results. Nothing else
writes it.

A game is marked in the transaction that changes its result, and a worker then brings the book up to date with it, one
game a transaction: what it had there goes, what it is to have comes. Whichever way a game changes, the book is what it
would be had it been made anew; `recount` compares it with its own rows.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Iterator
from datetime import UTC
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from core.each import do_each
from core.prepared import PreparedQuery
from engine.contract import Position, Ruleset
from games.models import Game, Seat, Turn
from games.models.game import WITHOUT_RESULT
from games.models.turn import fit_key
from games.reading.seats import read_seats
from records.models import LONGEST_TEXT, BookChange, BookEntry, BookTurn

DRAWN = 2
"""The result of a game that nobody won."""
ENDED = ""
"""In place of the text of a turn, for the position in which a game ended: none was played there."""
BATCH = 500
"""Games of one run of the task."""
CHUNKS = 256
"""Parts in which the book is counted anew."""
BITS = 64
logger = logging.getLogger(__name__)


class Place(NamedTuple):
    """An entry of the book."""

    key: int
    by_computer: bool
    text: str


def make_key(ruleset: Ruleset, repetition_key: str) -> int:
    """The number under which the book has a position: 64 bits, signed. Two positions are the same where a rule of
    repetition says so."""
    told = f"{ruleset.slug}/{ruleset.revision}/{fit_key(repetition_key)}"
    return int.from_bytes(hashlib.blake2b(told.encode(), digest_size=BITS // 8).digest(), "big", signed=True)


def key_of(ruleset: Ruleset, position: Position) -> int:
    return make_key(ruleset, position.repetition_key())


# --- What changes it ---------------------------------------------------------------------------------------------
def mark(game_id: int) -> None:
    """Has a worker look at the game again. The row stays locked until the transaction ends, so that none is missed."""
    row = BookChange(game_id=game_id, marked_at=timezone.now())
    BookChange.objects.bulk_create([row], update_conflicts=True, update_fields=["marked_at"], unique_fields=["game"])


def on_result_changed(*, game_id: int, **_: Any) -> None:
    mark(game_id)


def update_marked(*, most: int = BATCH) -> int:
    """Brings the book up to date with each game that is marked; returns how many. Two workers share them."""
    waiting = list(BookChange.objects.order_by("marked_at").values_list("pk", flat=True)[:most])
    return do_each(waiting, update_game, fault="The book could not take game %s").done


@transaction.atomic
def update_game(game_id: int) -> bool:
    """Whether it was marked, and no other worker is at it."""
    skip = connection.features.has_select_for_update_skip_locked
    if not BookChange.objects.select_for_update(skip_locked=skip, no_key=True).filter(pk=game_id).exists():
        return False
    game = Game.objects.prefetch_related("seats__user").get(pk=game_id)
    old, new = list(BookTurn.objects.filter(game=game_id).order_by("pk")), list(make_rows(game))
    if [_compare(row) for row in old] != [_compare(row) for row in new]:
        BookTurn.objects.filter(game=game_id).delete()
        BookTurn.objects.bulk_create(new)
        change_entries(old, new)
    BookChange.objects.filter(pk=game_id).delete()
    return True


def _compare(row: BookTurn) -> tuple[Any, ...]:
    return (row.key, row.text, row.by_computer, row.first, row.second, row.result, row.ended_on)


def is_in(game: Game) -> bool:
    """Whether the book is to have the game."""
    return game.has_result and not game.private and not any(seat.user.is_guest for seat in read_seats(game))


def make_rows(game: Game) -> Iterator[BookTurn]:
    """A row for each turn that stands, in order, and one without a text for the position that the last of them led to;
    none of a game that is not to be in the book. One query."""
    if not is_in(game):
        return
    assert game.ended_at is not None
    seats, ruleset = read_seats(game), game.ruleset
    told = {
        "game": game,
        "first": seats.first.user_id,
        "second": seats.second.user_id,
        "result": DRAWN if game.winner is None else game.winner,
        "ended_on": game.ended_at.astimezone(UTC).date(),
    }
    turns = Turn.objects.filter(game=game.pk, taken_back_at=None).order_by("ply")
    key = key_of(ruleset, ruleset.start(**game.options))
    by_computer = None
    for side, text, after in turns.values_list("side", "text", "position_key"):
        by_computer = seats[side].user.is_computer
        if len(text) <= LONGEST_TEXT:
            yield BookTurn(key=key, text=text, by_computer=by_computer, **told)
        key = make_key(ruleset, after)
    if by_computer is not None:
        yield BookTurn(key=key, text=ENDED, by_computer=by_computer, **told)


def change_entries(old: list[BookTurn], new: list[BookTurn]) -> None:
    """In the order of their keys, so that two workers never wait for each other in a circle."""
    sums: Counter[tuple[Place, str]] = Counter()
    for sign, rows in ((-1, old), (1, new)):
        for row in rows:
            place = Place(row.key, row.by_computer, row.text)
            sums[place, "games"] += sign
            sums[place, COLUMNS[row.result]] += sign
    for place in sorted({place for place, _ in sums}):
        changed = {name: F(name) + sums[place, name] for name in ("games", *COLUMNS) if sums[place, name]}
        rows_of = BookEntry.objects.filter(**place._asdict())
        last = find_rows(place).aggregate(last=Max("ended_on"))["last"] if old else _newest(place, new)
        if not rows_of.exists():
            BookEntry.objects.bulk_create([BookEntry(**place._asdict())], ignore_conflicts=True)
        rows_of.update(**changed, last_on=last)
    if old:
        BookEntry.objects.filter(key__in={row.key for row in old}, games=0).delete()


COLUMNS = ("first_won", "second_won", "drawn")
"""By the result of a game."""
SUMS = ("games", *COLUMNS, "last_on")


def find_rows(place: Place) -> QuerySet[BookTurn]:
    return BookTurn.objects.filter(**place._asdict())


def _newest(place: Place, new: list[BookTurn]) -> Any:
    """Of a game that is added: the later of its own day and what stood there."""
    mine = next(row.ended_on for row in new if (row.key, row.by_computer, row.text) == place)
    stood = BookEntry.objects.filter(**place._asdict()).values_list("last_on", flat=True).first()
    return max(mine, stood) if stood else mine


# --- Whether it is right -----------------------------------------------------------------------------------------
def mark_missing(*, most: int = BATCH * 4) -> int:
    """Marks finished games that the book lacks, or whose last position it lacks, as after an upgrade, and those that it
    should not have; how many."""
    turns = BookTurn.objects.filter(game=OuterRef("pk"))
    guests = Seat.objects.filter(game=OuterRef("pk"), user__kind="guest")
    good = Q(private=False, ended_at__isnull=False, ply__gt=0) & ~Q(termination__in=WITHOUT_RESULT) & ~Exists(guests)
    lacking = Game.objects.filter(good).exclude(Exists(turns.filter(text=ENDED)))
    wrong = Game.objects.exclude(good).filter(Exists(turns))
    found = [*lacking.values_list("pk", flat=True)[:most], *wrong.values_list("pk", flat=True)[:most]]
    for game_id in found:
        mark(game_id)
    return len(found)


def recount(*, chunks: int = CHUNKS) -> int:
    """Compares every entry with the rows it is the sum of, and puts right what differs; returns how many did."""
    size = (1 << BITS) // chunks
    edges = [-(1 << BITS - 1) + number * size for number in range(chunks)]
    return sum(_recount(first, first + size - 1) for first in edges)


def _recount(first: int, last: int) -> int:
    """What seems wrong may have changed between the two queries, and is looked at again."""
    right, stored = ({Place(*row[:3]): row[3:] for row in find(first, last)} for find in (find_sums, find_entries))
    return sum(_mend(place) for place in sorted({*right, *stored}) if right.get(place) != stored.get(place))


# Prepared, since each count asks them of so many parts.
@PreparedQuery
def find_sums(first: int, last: int) -> QuerySet[BookTurn, Any]:
    return list_sums(BookTurn.objects.filter(key__gte=first, key__lte=last))


@PreparedQuery
def find_entries(first: int, last: int) -> QuerySet[BookEntry, Any]:
    return BookEntry.objects.filter(key__gte=first, key__lte=last).values_list(*Place._fields, *SUMS)


def list_sums(rows: QuerySet[BookTurn]) -> QuerySet[BookTurn, Any]:
    told = rows.order_by().values(*Place._fields)
    won = {name: Count("pk", filter=Q(result=result)) for result, name in enumerate(COLUMNS)}
    told = told.annotate(games=Count("pk"), **won, last_on=Max("ended_on"))
    return told.values_list(*Place._fields, *SUMS)


@transaction.atomic
def _mend(place: Place) -> bool:
    """Whether the entry was wrong: who changes it holds its row until their own rows are there, too."""
    entry = BookEntry.objects.select_for_update(no_key=True).filter(**place._asdict()).values_list(*SUMS).first()
    right = next((row[3:] for row in list_sums(find_rows(place))), None)
    if entry == right:
        return False
    logger.error("The book had %s at %s in place of %s", entry, place, right)
    BookEntry.objects.filter(**place._asdict()).delete()
    if right is not None:
        BookEntry.objects.create(**place._asdict(), **dict(zip(SUMS, right, strict=True)))
    return True


def check() -> int:
    """What the task of each day does: marks what is missing, and counts anew; how many entries were wrong."""
    mark_missing()
    return recount()
