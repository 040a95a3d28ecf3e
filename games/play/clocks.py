"""The clocks of a game's seats: when they run, how a turn starts and ends them, how anything else moves a deadline.

What is left of a turn's time is the running time to `Game.deadline_at`. Vacation that was set stops the clock, until
the game's cap is used up: `Seat.vacation_used` holds what went before the present turn, and days used automatically.
Of the cap vacation uses what it saves: on a weekend and in a pause the clock would stand without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import prefetch_related_objects

from accounts.models import User, Vacation
from accounts.vacation import list_booked
from games import clock, events
from games.clock import Calendar, Span
from games.engine.contract import Side
from games.models import ClockChange, Game, Outage, Seat
from games.play.heartbeats import may_flag
from games.play.locking import save_change

LONGEST_WHY = 200
"""Characters, as the column has it."""
ClockTerms = dict[str, int | str]
"""As JSON keeps them: `{"days": 3}`, `{"until": "2027-01-25T12:00:00+00:00"}`, `{"turn": "Md1-c1"}`."""


def calendar_of(game: Game, seat: Seat, *, now: datetime) -> Calendar:
    """When the seat's clock runs: in the present turn if that is the seat's, else in one that starts at `now`."""
    since = game.turn_started_at if seat.side == game.side_to_move else now
    return build_calendar(game, seat, read_booked(game, [seat], since=since)[seat.user_id], since=since)


def build_calendar(game: Game, seat: Seat, booked: Iterable[Span], *, since: datetime) -> Calendar:
    """The calendar of a turn started at `since`, from vacation that is read already."""
    without = _build_without_vacation(game, seat)
    return replace(without, stops=(*without.stops, *count_vacation(game, seat, booked, since=since)))


def _build_without_vacation(game: Game, seat: Seat) -> Calendar:
    return Calendar(seat.weekend, seat.zone, list_pauses(game))


def list_pauses(game: Game) -> tuple[Span, ...]:
    """The game's pauses, where one may reach into the present turn: they are read once, and else not looked for."""
    read_pauses([game])
    return tuple((pause.from_at, pause.until_at) for pause in game.pauses.all()) if _pauses_matter(game) else ()


def read_pauses(games: Iterable[Game]) -> None:
    """Reads the pauses that matter to these games, in one query for all; without a query where there are none."""
    prefetch_related_objects([game for game in games if _pauses_matter(game)], "pauses")


def _pauses_matter(game: Game) -> bool:
    return game.paused_until is not None and game.paused_until > game.turn_started_at


def count_vacation(game: Game, seat: Seat, booked: Iterable[Span], *, since: datetime) -> tuple[Span, ...]:
    """What of a user's vacation counts in a turn started at `since`: no more than the game still allows."""
    within = [(max(begins, since), ends) for begins, ends in booked if ends > since]
    budget = game.vacation_days * clock.DAY - seat.vacation_used
    return clock.spend(within, budget=budget, calendar=_build_without_vacation(game, seat))


def vacation_left(game: Game, seat: Seat, booked: Iterable[Span], *, at: datetime) -> timedelta:
    """What the game still allows the side to move at an instant of its turn."""
    return game.vacation_days * clock.DAY - seat.vacation_used - _measure_saved(game, seat, booked, until=at)


def _measure_saved(game: Game, seat: Seat, booked: Iterable[Span], *, until: datetime) -> timedelta:
    """How much running time vacation has saved in the present turn."""
    without = _build_without_vacation(game, seat)
    spans = count_vacation(game, seat, booked, since=game.turn_started_at)
    return sum((without.measure(begins, min(ends, until)) for begins, ends in spans), timedelta())


def read_booked(game: Game, seats: Iterable[Seat], *, since: datetime) -> dict[int, list[Span]]:
    """Vacation set by the users of the seats, by user; not looked for where the game allows none."""
    ids = [seat.user_id for seat in seats]
    return list_booked(ids, since=since) if game.vacation_days else {user_id: [] for user_id in ids}


def is_out_of_time(game: Game, *, now: datetime) -> bool:
    """Whether a locked game must be settled by `running_out` before anything else is done with it."""
    return not game.is_over and clock.is_late(game.deadline_at, now=now) and may_flag(now)


# --- How turns move clocks ---------------------------------------------------------------------------------------
def start_clock(game: Game, seat: Seat, booked: Iterable[Span], *, now: datetime) -> None:
    """Begins the turn of a seat whose time runs from `now` on; a computer's has no limit.

    If its worker is away, or staff have switched it off, that is the site's doing, and no player wins or loses by it.
    """
    game.turn_started_at = now
    if seat.user.is_computer:
        game.deadline_at = None
        return
    calendar = build_calendar(game, seat, booked, since=now)
    game.deadline_at = clock.deadline(game.clock_control, seat.bank, started=now, calendar=calendar)


def measure_left(game: Game, seat: Seat, booked: Iterable[Span], *, now: datetime) -> timedelta | None:
    """What is left of the present turn's time to the seat whose turn it is; None without a limit."""
    if game.deadline_at is None:
        return None
    return build_calendar(game, seat, booked, since=game.turn_started_at).measure(now, game.deadline_at)


def pass_clock(
    game: Game, seats: Mapping[int, Seat], booked: dict[int, list[Span]], *, mover: Side, now: datetime
) -> None:
    """Settles what the mover's turn cost, and begins the turn of whoever is to move now; saves nothing.

    `booked` is the vacation of both users since the turn began, or since one before it.
    """
    settle_turn(game, seats[mover], booked[seats[mover].user_id], now=now)
    seat = seats[game.side_to_move]
    start_clock(game, seat, booked[seat.user_id], now=now)


def settle_turn(game: Game, seat: Seat, booked: Iterable[Span], *, now: datetime) -> None:
    """Pays for a turn that ends at `now`, from the bank and from the vacation that the game allows; saves nothing."""
    calendar = build_calendar(game, seat, booked, since=game.turn_started_at)
    bank = clock.settle(game.clock_control, seat.bank, deadline=game.deadline_at, now=now, calendar=calendar)
    used = seat.vacation_used + _measure_saved(game, seat, booked, until=now)
    if (bank, used) != (seat.bank, seat.vacation_used):
        seat.bank, seat.vacation_used, seat.clock_moved = bank, used, True


def save_clocks(seats: Iterable[Seat]) -> None:
    """Saves the seats of which `settle_turn` changed anything."""
    for seat in seats:
        if seat.clock_moved:
            seat.save(update_fields=["bank", "vacation_used"])


def announce_turn(game: Game, seat: Seat) -> None:
    """Tells that the turn of this seat has started, once the game has been saved."""
    events.turn_started.send(sender=Game, turn=describe_turn(game, seat), revision=game.revision)


def describe_turn(game: Game, seat: Seat) -> events.StartedTurn:
    told = (game.pk, game.ply, seat.user_id, game.turn_started_at, game.deadline_at, seat.user.is_computer)
    return events.StartedTurn(*told, answers=len(game.answers))


# --- How anything else does --------------------------------------------------------------------------------------
def move_clock(
    game: Game,
    *,
    kind: ClockChange.Kind,
    deadline: datetime | None,
    now: datetime,
    terms: ClockTerms | None = None,
    why: str = "",
    by: User | None = None,
    vacation: Vacation | None = None,
    outage: Outage | None = None,
) -> None:
    """Sets the deadline of a locked game otherwise than by a turn: saves its next revision, logs it, announces it.

    `terms` are what the players agreed on, `why` is what staff wrote.
    """
    before, game.deadline_at = game.deadline_at, deadline
    save_change(game)
    ClockChange.objects.create(
        game=game,
        revision=game.revision,
        ply=game.ply,
        side=game.side_to_move,
        kind=kind,
        before_at=before,
        after_at=deadline,
        terms=terms or {},
        why=why[:LONGEST_WHY],
        by=by,
        vacation=vacation,
        outage=outage,
        changed_at=now,
    )
    events.deadline_moved.send(sender=Game, game_id=game.pk, revision=game.revision)


def recompute(
    game: Game,
    *,
    before: Calendar,
    after: Calendar,
    kind: ClockChange.Kind,
    now: datetime,
    terms: ClockTerms | None = None,
    vacation: Vacation | None = None,
    why: str = "",
    by: User | None = None,
) -> None:
    """Puts the deadline of a locked game where the same time is left, once the clock runs otherwise; and logs it."""
    deadline = game.deadline_at and clock.rebase(game.deadline_at, now=now, before=before, after=after)
    move_clock(game, kind=kind, deadline=deadline, now=now, terms=terms, vacation=vacation, why=why, by=by)
