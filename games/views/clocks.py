"""What the page of a game tells of time: why a clock is paused, how the time left is made up, what moved the
deadline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import User
from core.prepared import PreparedQuery
from games import access, clock, words
from games.clock import Calendar, Span
from games.models import ClockChange, Game, Seat
from games.play.clocks import build_calendar, count_vacation, list_pauses, read_booked, vacation_left
from games.play.vacation import foresee

LISTED = 10
"""How many changes of the clock are listed at first."""
TICK = timedelta(microseconds=1)
PAUSED, VACATION, WEEKEND = "paused", "vacation", "weekend"

Part = tuple[str, Calendar]
"""A reason for which a clock is paused, and a calendar that has this reason alone."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What the page tells of one player's clock besides the time left."""

    name: str
    weekend: str
    """The days off, in words; empty if the clock runs on weekends."""
    vacation_used: timedelta
    """How much vacation was used in this game, including the present turn."""
    why: str
    """Why the clock is paused now; empty if it is not."""
    until: datetime | None
    """When that reason ends."""


class Face(NamedTuple):
    """The time of the player to move, as it stands beside their name."""

    deadline: datetime | None
    left: str
    """The time left in words; empty once it is up."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How the time until the deadline is made up."""

    name: str
    running: timedelta
    """What the clock itself has left; if the control has a reserve, `reserve` is the last part of it."""
    reserve: timedelta | None
    stands: list[tuple[str, timedelta]]
    """Why the clock will be paused between now and the deadline, and for how long."""


class LeftTold(NamedTuple):
    """The same in words: all that the page shows of it."""

    name: str
    running: str
    reserve: str
    """How much of that is in reserve; empty if the control has none."""
    stands: tuple[tuple[str, str], ...]
    started_at: datetime
    deadline: datetime
    left: str


class PlayerTerms(NamedTuple):
    """What of `SeatClock` the terms show."""

    name: str
    weekend: str
    vacation_used: timedelta


class Terms(NamedTuple):
    """What was agreed on about time, and the vacation used: all that the page shows of it."""

    control: str
    has_limit: bool
    silence_days: int
    """How long a player may be away before the win can be claimed; 0 where it never can."""
    vacation: str
    vacation_days: int
    players: tuple[PlayerTerms, ...]


def describe_terms(game: Game, clocks: list[SeatClock]) -> Terms:
    """`clocks` of both players, in the order of the page."""
    has_computer = any(seat.user.is_computer for seat in game.seats.all())
    return Terms(
        words.control_of(game),
        not isinstance(game.clock_control, clock.Unlimited),
        0 if has_computer else game.silence_days or 0,
        words.vacation_of(game),
        game.vacation_days,
        tuple(PlayerTerms(one.name, one.weekend, one.vacation_used) for one in clocks),
    )


def describe_clocks(request: HttpRequest, game: Game, *, now: datetime) -> dict[str, Any]:
    """The clocks of both players and the log of the game's clock: two queries, or one where vacation does not count."""
    seats = list(game.seats.all())
    booked = read_booked(game, seats, since=game.turn_started_at) if not game.is_over else {}
    split = {seat.side: _split(game, seat, booked.get(seat.user_id, []), now=now) for seat in seats}
    clocks = {seat.side: _describe(game, seat, booked, split[seat.side], now=now) for seat in seats}
    return {
        "clocks": clocks,
        "time_left": tell_left(game, _explain(game, seats, booked, split[game.side_to_move], now=now), now=now),
        "my_vacation": _describe_mine(request, game, clocks, now=now),
        **_list_changes(game, seats, everything=request.GET.get("clock") == "all"),
    }


def read_face(game: Game, *, now: datetime) -> Face:
    deadline = game.deadline_at
    return Face(deadline, clock.remaining(deadline, now=now) if deadline and deadline > now else "")


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


def _describe(game: Game, seat: Seat, booked: dict[int, list[Span]], parts: list[Part], *, now: datetime) -> SeatClock:
    used = seat.vacation_used
    if not game.is_over and seat.side == game.side_to_move:
        used = game.vacation_days * clock.DAY - vacation_left(game, seat, booked[seat.user_id], at=now)
    why, until = next(_list_standing(parts, now=now), ("", None))
    return SeatClock(seat.user.shown_name, words.weekend_of(seat), used, why, until)


def _list_standing(parts: list[Part], *, now: datetime) -> Iterator[tuple[str, datetime]]:
    """The reasons for which a clock is paused now, and when each ends."""
    for why, calendar in parts:
        until = calendar.advance(now, TICK) - TICK
        if until > now:
            yield why, until


def _explain(
    game: Game, seats: list[Seat], booked: dict[int, list[Span]], parts: list[Part], *, now: datetime
) -> TimeLeft | None:
    """How the time left is calculated; None if no deadline lies ahead."""
    if game.is_over or game.deadline_at is None or game.deadline_at <= now:
        return None
    until, mover = game.deadline_at, next(seat for seat in seats if seat.side == game.side_to_move)
    calendar = build_calendar(game, mover, booked[mover.user_id], since=game.turn_started_at)
    running = calendar.measure(now, until)
    reserve = mover.bank if isinstance(game.clock_control, clock.Reserve) else None
    return TimeLeft(
        name=mover.user.shown_name,
        running=running,
        reserve=None if reserve is None else min(reserve, running),
        stands=[(why, length) for why, length in _share_out(parts, now=now, until=until) if length],
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


def _describe_mine(
    request: HttpRequest, game: Game, clocks: dict[int, SeatClock], *, now: datetime
) -> dict[str, Any] | None:
    """The reader's own vacation, if it may count in the game; and why no day would be used automatically, if none
    would."""
    user = request.user
    if game.is_over or not game.vacation_days or not isinstance(user, User):
        return None
    if (seat := access.seat_of(user, game)) is None:
        return None
    allowed = game.vacation_days * clock.DAY - clocks[seat.side].vacation_used
    prospect = foresee(game, user, allowed=allowed, at=now)
    return {"balance": prospect.balance, "why_not": prospect.why_not}


def tell_left(game: Game, left: TimeLeft | None, *, now: datetime) -> LeftTold | None:
    if left is None or game.deadline_at is None:
        return None
    reserve = ""
    if left.reserve is not None:
        reserve = "all of it" if left.reserve == left.running else f"of which {words.tell_length(left.reserve)}"
    return LeftTold(
        left.name,
        words.tell_length(left.running),
        reserve,
        tuple((why, words.tell_length(length)) for why, length in left.stands),
        game.turn_started_at,
        game.deadline_at,
        clock.remaining(game.deadline_at, now=now),
    )


def list_changes(game_id: int) -> QuerySet[ClockChange]:
    return ClockChange.objects.filter(game=game_id).order_by("-pk")


@PreparedQuery
def find_last_changes(game_id: int) -> QuerySet[ClockChange]:
    """Prepared, since every page of a game asks it."""
    return list_changes(game_id)[: LISTED + 1]


def _list_changes(game: Game, seats: list[Seat], *, everything: bool) -> dict[str, Any]:
    """The log of the game's clock, the newest change first: the last ones, or all."""
    changes = list(list_changes(game.pk)) if everything else find_last_changes(game.pk)
    more = not everything and len(changes) > LISTED
    names = {seat.side: seat.user.shown_name for seat in seats}
    rows = [
        {"change": change, "what": words.tell_change(change, name=names[change.side]), "name": names[change.side]}
        for change in (changes[:LISTED] if more else changes)
    ]
    return {"clock_log": rows, "more_changes": more}
