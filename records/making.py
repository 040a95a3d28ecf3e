"""Makes the record of a game for whoever reads it, and decides how much it tells.

A record tells what the page of the game tells to this reader, and no more. The public gets the UTC day of each turn and
the whole days left, since exact instants of years would show when somebody sleeps. The two players get the instants,
and the turns that were taken back. Chat, notes and armed lines are in no record, nor which turns were armed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import override

from engine.contract import Side
from games.models import Game, Turn
from games.reading.seats import Seats, read_seats
from records.record import Moment, Played, Record, Withdrawn

DAY = timedelta(days=1)


class Detail(Enum):
    """How exactly a record tells times, and whether it has turns that were taken back."""

    EXACT = "exact"
    BY_DAYS = "by_days"


class Row(NamedTuple):
    """The columns of a turn that any record may have."""

    ply: int
    text: str
    played_at: datetime
    time_left: timedelta | None
    taken_back_at: datetime | None


def choose_detail(seats: Seats) -> Detail:
    """What the reader of these seats is told: the one place where that is decided."""
    return Detail.BY_DAYS if seats.mine is None else Detail.EXACT


def make_record(game: Game, *, reader_id: int | None, names: Sequence[str] | None = None) -> Record:
    """The record of a game that this reader may see and has seen, with both of its seats, in one query.

    `names` stand in place of those of the two players.
    """
    return make_from_rows(game, find_rows([game.pk]).get(game.pk, ()), reader_id=reader_id, names=names)


def find_rows(games: Iterable[int]) -> dict[int, list[Row]]:
    """The turns of these games, the turns that were taken back among them, in one query. What was undone within the
    minute counts as never played."""
    turns = Turn.objects.filter(game__in=list(games), undone=False).order_by("game", "ply", "pk")
    found: dict[int, list[Row]] = {}
    for game_id, *columns in turns.values_list("game", *Row._fields):
        found.setdefault(game_id, []).append(Row._make(columns))
    return found


def make_from_rows(
    game: Game, rows: Iterable[Row], *, reader_id: int | None, names: Sequence[str] | None = None
) -> Record:
    seats = read_seats(game, reader_id=reader_id)
    detail = choose_detail(seats)
    with override("en"):
        first, second = names or seats.names
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in game.options.items()}
    standing = [row for row in rows if row.taken_back_at is None and row.ply <= game.ply]
    return Record(
        slug=game.ruleset_slug,
        revision=game.ruleset_revision,
        options=options,
        opening=game.opening,
        start=game.ruleset.start(**game.options).text(),
        first=first,
        second=second,
        turns=tuple(Played(row.text, tell(row.played_at, detail), tell_left(row, detail)) for row in standing),
        winner=None if game.winner is None else Side(game.winner),
        termination=game.termination,
        has_result=game.has_result or not game.is_over,
        control=game.clock_control,
        weekends=any(seat.weekend for seat in seats),
        vacation_days=game.vacation_days,
        rated=game.rated,
        started=tell(game.started_at, detail),
        ended=game.ended_at and tell(game.ended_at, detail),
        site=f"{settings.SITE_URL}{game.get_absolute_url()}",
        licence=settings.RECORDS_LICENCE if is_licensed(game) else "",
        taken_back=tell_taken_back(rows, detail),
    )


def is_licensed(game: Game) -> bool:
    """Whether anybody may use the record under the licence of the site: of finished public games between people."""
    return game.has_result and not game.private and not read_seats(game).has_computer


def tell_taken_back(rows: Iterable[Row], detail: Detail) -> tuple[Withdrawn, ...]:
    if detail is not Detail.EXACT:
        return ()
    return tuple(
        Withdrawn(row.ply, row.text, utc(row.played_at), row.time_left, utc(row.taken_back_at))
        for row in rows
        if row.taken_back_at is not None
    )


def tell(at: datetime, detail: Detail) -> Moment:
    return utc(at) if detail is Detail.EXACT else utc(at).date()


def tell_left(row: Row, detail: Detail) -> timedelta | None:
    """In whole days, rounded down, for the public."""
    if row.time_left is None or detail is Detail.EXACT:
        return row.time_left
    return max(row.time_left, timedelta()) // DAY * DAY


def utc(at: datetime) -> datetime:
    return at.astimezone(UTC)
