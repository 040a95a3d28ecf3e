"""How much time an outage gives each game it touched, and the writing of it: game by game, or for thousands in SQL.

Most clocks run without weekends or vacation, and the database adds to their deadlines itself, thousands of games a
second. Where a weekend or vacation lies beyond a deadline, the time is given by that player's calendar, since it would
be worth nothing on days on which the clock is stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection
from django.db.models import (
    Case,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest, Least

from accounts.models import Vacation
from accounts.time_off.vacation import list_booked
from core.each import do_each
from games.clock import GRACE, Span
from games.models import ClockChange, Game, Outage, Seat
from games.play import clocks
from games.play.clocks import build_calendar, read_pauses

AT_LEAST = clocks.AT_LEAST
"""The least that a deadline within an outage, or soon after it, moves by, so that nobody has to wait for the site to
return."""
MOST_BEYOND, BEYOND_IN = timedelta(hours=24), timedelta(days=30)
"""The most that this minimum adds to the lengths of the outages themselves, for one game within the second: nobody
gains by causing outages again and again."""
SOON = timedelta(hours=2)
DAY_OF_MAIL = timedelta(hours=24)
"""An outage of email touches the games that are due within this time of its start."""


def find_touched(outage: Outage) -> QuerySet[Game]:
    """Games whose time ran during the outage and that have not been moved for it.

    A deadline just before it counts while its grace lasted. A turn that started after it has lost nothing. It does not
    matter whether a clock was stopped meanwhile: its player may have wanted to move just then.
    """
    touched = Game.objects.active().filter(
        ~Exists(ClockChange.objects.filter(game=OuterRef("pk"), outage=outage)),
        deadline_at__gte=outage.from_at - GRACE,
        turn_started_at__lt=outage.until_at,
    )
    if outage.kind == Outage.Kind.SITE:
        return touched
    return touched.filter(deadline_at__lte=max(outage.from_at + DAY_OF_MAIL, outage.until_at + SOON))


def measure_given(outage: Outage, *, began: datetime, deadline: datetime, beyond: timedelta) -> timedelta:
    """The running time by which a deadline moves, for a turn that started at `began`, in a game that had `beyond`
    lately."""
    lost = outage.until_at - max(began, outage.from_at)
    if not _is_near(outage, deadline):
        return lost
    if outage.is_of_email:  # found after an hour, it gives at once what it may yet come to last
        return max(lost, AT_LEAST)
    length = outage.until_at - outage.from_at
    return max(lost, min(AT_LEAST, length + max(MOST_BEYOND - beyond, timedelta())))


def find_beyond(*, now: datetime) -> QuerySet[Any, Any]:
    """How much outages of the pages lately gave each game beyond their own lengths, for games that had any."""
    length = F("outage__until_at") - F("outage__from_at")
    beyond = ExpressionWrapper(F("given") - length, output_field=DurationField())
    lately = ClockChange.objects.filter(outage__kind=Outage.Kind.SITE, changed_at__gt=now - BEYOND_IN)
    more = lately.annotate(beyond=beyond).filter(beyond__gt=timedelta())
    return more.order_by().values("game").annotate(total=Sum("beyond"))


def _is_near(outage: Outage, deadline: datetime) -> bool:
    return outage.is_of_email or deadline <= outage.until_at + SOON


# --- In the database ---------------------------------------------------------------------------------------------
def give_back(outage: Outage, *, first: int, last: int, now: datetime) -> int:
    """Logs the changes of the locked games with ids from `first` to `last`, then makes them; returns how many."""
    near = Seat.objects.filter(game__gte=first, game__lte=last)  # said here, too, lest every seat there is be looked at
    movers = near.filter(game=OuterRef("pk"), side=OuterRef("side_to_move"))
    touched = find_touched(outage).filter(pk__range=(first, last))
    standing = Exists(movers.exclude(weekend="")) | Q(vacation_days__gt=0) & Exists(_find_vacation())
    standing |= Q(paused_until__gt=F("deadline_at"))
    _log_finely(touched.filter(standing), outage=outage, now=now)  # these are then no longer to be found
    _log_plainly(touched, outage=outage, now=now)
    game, change = Game._meta.db_table, ClockChange._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {game} SET deadline_at = change.after_at, revision = change.revision FROM {change} AS change"
            f" WHERE change.game_id = {game}.id AND change.revision = {game}.revision + 1"
            " AND change.outage_id = %s AND change.game_id BETWEEN %s AND %s",
            [outage.pk, first, last],
        )
        return cursor.rowcount


def _find_vacation() -> QuerySet[Vacation]:
    """Vacation of the player to move that reaches beyond the deadline."""
    mover = Seat.objects.filter(game=OuterRef(OuterRef("pk")), side=OuterRef(OuterRef("side_to_move")))
    return Vacation.objects.filter(
        automatic=False, user__in=mover.values("user"), until_at__gt=OuterRef("deadline_at"), from_at__lt=F("until_at")
    )


def _log_plainly(touched: QuerySet[Game], *, outage: Outage, now: datetime) -> None:
    """Writes the log of games whose clocks are never stopped, without fetching them."""
    given = _build_given(outage, now=now)
    row = {
        "game_id": F("pk"),
        "revision": F("revision") + 1,
        "ply": F("ply"),
        "side": F("side_to_move"),
        "kind": Value(ClockChange.Kind.OUTAGE.value),
        "before_at": F("deadline_at"),
        "after_at": ExpressionWrapper(F("deadline_at") + given, output_field=DateTimeField()),
        "given": given,
        "why": Value(""),
        "outage_id": Value(outage.pk),
        "changed_at": Value(now, output_field=DateTimeField()),
    }
    selected = touched.order_by().annotate(**{f"to_{column}": value for column, value in row.items()})
    select, params = selected.values_list(*(f"to_{column}" for column in row)).query.sql_with_params()
    table, columns = ClockChange._meta.db_table, ", ".join(row)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({columns}) {select} ON CONFLICT DO NOTHING", params)


def _build_given(outage: Outage, *, now: datetime) -> Case:
    """`measure_given` as SQL. What a game has had before is looked up only where it matters."""
    near = Q(deadline_at__lte=outage.until_at + SOON)
    if outage.is_of_email:
        near = Q(deadline_at__isnull=False)  # whatever it touches
    length = outage.until_at - outage.from_at
    until = Value(outage.until_at, output_field=DateTimeField())
    lost = Case(
        When(turn_started_at__lte=outage.from_at, then=Value(length)),
        default=ExpressionWrapper(until - F("turn_started_at"), output_field=DurationField()),
        output_field=DurationField(),
    )
    if length >= AT_LEAST or outage.is_of_email:
        return Case(When(near, then=Greatest(lost, Value(AT_LEAST))), default=lost, output_field=DurationField())
    of_game = find_beyond(now=now).filter(game=OuterRef("pk")).values("total")
    beyond = Coalesce(Subquery(of_game), Value(timedelta()), output_field=DurationField())
    left = ExpressionWrapper(Value(length + MOST_BEYOND) - beyond, output_field=DurationField())
    least = Greatest(Value(length), Least(Value(AT_LEAST), left))
    return Case(When(near, then=Greatest(lost, least)), default=lost, output_field=DurationField())


# --- By calendar -------------------------------------------------------------------------------------------------
def _log_finely(touched: QuerySet[Game], *, outage: Outage, now: datetime) -> None:
    """Writes the log of games whose clocks may be stopped beyond their deadlines."""
    standing = ("turn_started_at", "vacation_days", "paused_until")
    games = list(touched.order_by("pk").only("ply", "revision", "side_to_move", "deadline_at", *standing))
    if not games:
        return
    read_pauses(games)
    seats = {seat.game_id: seat for seat in Seat.objects.filter(game__in=games, side=F("game__side_to_move"))}
    since = min(game.turn_started_at for game in games)
    booked = list_booked({seat.user_id for seat in seats.values()}, since=since)
    beyond = dict(find_beyond(now=now).filter(game__in=games).values_list("game", "total"))
    rows: list[ClockChange] = []
    write = partial(_log, seats=seats, booked=booked, beyond=beyond, outage=outage, now=now)
    fault = "The clock of %s could not be reckoned: it gets plain time"
    do_each(games, lambda game: rows.append(write(game)), fault=fault)
    ClockChange.objects.bulk_create(rows, batch_size=1000)


def _log(
    game: Game,
    *,
    seats: Mapping[int, Seat],
    booked: Mapping[int, list[Span]],
    beyond: Mapping[int, timedelta],
    outage: Outage,
    now: datetime,
) -> ClockChange:
    assert game.deadline_at is not None
    seat, more = seats[game.pk], beyond.get(game.pk, timedelta())
    calendar = build_calendar(game, seat, booked[seat.user_id], since=game.turn_started_at)
    given = measure_given(outage, began=game.turn_started_at, deadline=game.deadline_at, beyond=more)
    return ClockChange(
        game=game,
        revision=game.revision + 1,
        ply=game.ply,
        side=game.side_to_move,
        kind=ClockChange.Kind.OUTAGE,
        before_at=game.deadline_at,
        after_at=calendar.advance(game.deadline_at, given),
        given=given,
        outage=outage,
        changed_at=now,
    )
