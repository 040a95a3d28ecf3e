"""The clocks of a game's players: why one is paused, and how the time until the deadline is made up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import clock
from games.clock import Calendar, Span
from games.models import Game, Seat
from games.play.clocks import build_calendar, count_vacation, list_pauses, vacation_left
from games.reading.seats import Seats

TICK = timedelta(microseconds=1)
PAUSED, VACATION, WEEKEND = "paused", "vacation", "weekend"

Part = tuple[str, Calendar]
"""A reason for which a clock is paused, and a calendar that has this reason alone."""
Booked = Mapping[int, list[Span]]
"""Vacation that each user has set."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What the page tells of one player's clock besides the time left."""

    vacation_used: timedelta
    """How much vacation was used in this game, including the present turn."""
    why: str
    """Why the clock is paused now; empty if it is not."""
    until: datetime | None
    """When that reason ends."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How the time until the deadline is made up."""

    running: timedelta
    """What the clock itself has left; if the control has a reserve, `reserve` is the last part of it."""
    reserve: timedelta | None
    stands: tuple[tuple[str, timedelta], ...]
    """Why the clock will be paused between now and the deadline, and for how long."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of both players."""

    by_side: tuple[SeatClock, SeatClock]
    time_left: TimeLeft | None
    """The time left for the player to move; None if no deadline lies ahead."""


def read_clocks(game: Game, seats: Seats, booked: Booked, *, now: datetime) -> Clocks:
    """Asks no query but, in a game that was paused, that for its pauses."""
    parts = [_split(game, seat, booked.get(seat.user_id, []), now=now) for seat in seats]
    first, second = (_read_one(game, seat, booked, parts[seat.side], now=now) for seat in seats)
    return Clocks((first, second), _explain(game, seats, booked, parts[game.side_to_move], now=now))


def _split(game: Game, seat: Seat, booked: list[Span], *, now: datetime) -> list[Part]:
    """What pauses the seat's clock, in the order in which it is told.

    The weekend of the player who waits is left out, since their clock does not run anyway; their vacation is told.
    """
    if game.is_over:
        return []
    to_move = seat.side == game.side_to_move
    since = game.turn_started_at if to_move else now
    parts = [
        (PAUSED, Calendar(stops=list_pauses(game))),
        (VACATION, Calendar(stops=count_vacation(game, seat, booked, since=since))),
        (WEEKEND, Calendar(seat.weekend if to_move else "", seat.zone)),
    ]
    return [(why, calendar) for why, calendar in parts if calendar.stops or calendar.weekend]


def _read_one(game: Game, seat: Seat, booked: Booked, parts: list[Part], *, now: datetime) -> SeatClock:
    used = seat.vacation_used
    if not game.is_over and seat.side == game.side_to_move:
        used = game.vacation_days * clock.DAY - vacation_left(game, seat, booked[seat.user_id], at=now)
    why, until = next(_list_standing(parts, now=now), ("", None))
    return SeatClock(used, why, until)


def _list_standing(parts: list[Part], *, now: datetime) -> Iterator[tuple[str, datetime]]:
    """The reasons for which a clock is paused now, and when each ends."""
    for why, calendar in parts:
        until = calendar.advance(now, TICK) - TICK
        if until > now:
            yield why, until


def _explain(game: Game, seats: Seats, booked: Booked, parts: list[Part], *, now: datetime) -> TimeLeft | None:
    """How the time left is calculated; None if no deadline lies ahead."""
    if game.is_over or game.deadline_at is None or game.deadline_at <= now:
        return None
    until, mover = game.deadline_at, seats[game.side_to_move]
    calendar = build_calendar(game, mover, booked[mover.user_id], since=game.turn_started_at)
    running = calendar.measure(now, until)
    reserve = mover.bank if isinstance(game.clock_control, clock.Reserve) else None
    return TimeLeft(
        running=running,
        reserve=None if reserve is None else min(reserve, running),
        stands=tuple((why, length) for why, length in _share_out(parts, now=now, until=until) if length),
    )


def _share_out(parts: list[Part], *, now: datetime, until: datetime) -> Iterator[tuple[str, timedelta]]:
    """How long the clock is paused for each reason.

    Time with two reasons counts for the first, so that the sum is right. Vacation comes last and so gets what it really
    saves, which is what counts against its cap.
    """
    ran, so_far = until - now, Calendar()
    for why, calendar in sorted(parts, key=lambda part: part[0] == VACATION):
        weekend, zone = (calendar.weekend, calendar.zone) if calendar.weekend else (so_far.weekend, so_far.zone)
        so_far = Calendar(weekend, zone, so_far.stops + calendar.stops)
        left = so_far.measure(now, until)
        yield why, ran - left
        ran = left
