"""The clocks of a game's seats: when they run, how turns start and end them, how anything else moves a deadline.

What is left of a turn's time is the time for which the clock runs until `Game.deadline_at`. Vacation that a player has
set stops the clock until the game's cap is used up. `Seat.vacation_used` counts what was used before the present turn,
and the days used automatically. Only time that vacation saves counts against the cap: on a weekend and in a pause the
clock is stopped anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import prefetch_related_objects

from accounts.models import User, Vacation
from accounts.time_off.vacation import list_booked
from engine.contract import Side
from games import clock, events
from games.clock import Calendar, Span
from games.models import ClockChange, Game, Outage, Seat
from games.play.heartbeats import may_run_out
from games.play.locking import save_change

LONGEST_WHY = 200
"""Characters, as in the column."""
AT_LEAST = timedelta(hours=12)
"""The least time left on a clock that somebody other than its owner starts again: the owner may be asleep. An outage of
the site gives as much."""
LEAST_BY_STAFF = timedelta(hours=24)
"""So much is left to the player to move where staff bring a deadline forward."""
ClockTerms = dict[str, int | str]
"""What was agreed on, as JSON: `{"days": 3}`, `{"until": "2027-01-25T12:00:00+00:00"}`, `{"turn": "Md1-c1"}`; and
`{"at_least": 12}`, the hours that a clock was given which somebody else than its owner started again."""


def calendar_of(game: Game, seat: Seat, *, now: datetime) -> Calendar:
    """When the seat's clock runs: in the present turn if that is the seat's, else in one that starts at `now`."""
    since = game.turn_started_at if seat.side == game.side_to_move else now
    return build_calendar(game, seat, read_booked(game, [seat], since=since)[seat.user_id], since=since)


def build_calendar(game: Game, seat: Seat, booked: Iterable[Span], *, since: datetime) -> Calendar:
    """The calendar of a turn that started at `since`, from vacation that has been read already."""
    without = _build_without_vacation(game, seat)
    return replace(without, stops=(*without.stops, *count_vacation(game, seat, booked, since=since)))


def _build_without_vacation(game: Game, seat: Seat) -> Calendar:
    return Calendar(seat.weekend, seat.zone, list_pauses(game))


def list_pauses(game: Game) -> tuple[Span, ...]:
    """The game's pauses, if one may reach into the present turn. They are read once; otherwise no query is asked."""
    read_pauses([game])
    return tuple((pause.from_at, pause.until_at) for pause in game.pauses.all()) if _pauses_matter(game) else ()


def read_pauses(games: Iterable[Game]) -> None:
    """Reads the pauses that matter to these games in one query for all, or none where there are no pauses."""
    prefetch_related_objects([game for game in games if _pauses_matter(game)], "pauses")


def _pauses_matter(game: Game) -> bool:
    return game.paused_until is not None and game.paused_until > game.turn_started_at


def count_vacation(game: Game, seat: Seat, booked: Iterable[Span], *, since: datetime) -> tuple[Span, ...]:
    """The part of a user's vacation that counts in a turn started at `since`: no more than the game still allows."""
    within = [(max(begins, since), ends) for begins, ends in booked if ends > since]
    budget = game.vacation_days * clock.DAY - seat.vacation_used
    return clock.spend(within, budget=budget, calendar=_build_without_vacation(game, seat))


def vacation_left(game: Game, seat: Seat, booked: Iterable[Span], *, at: datetime) -> timedelta:
    """How much vacation the game still allows the side to move at an instant of its turn."""
    return game.vacation_days * clock.DAY - seat.vacation_used - _measure_saved(game, seat, booked, until=at)


def _measure_saved(game: Game, seat: Seat, booked: Iterable[Span], *, until: datetime) -> timedelta:
    """How much running time vacation has saved in the present turn."""
    without = _build_without_vacation(game, seat)
    spans = count_vacation(game, seat, booked, since=game.turn_started_at)
    return sum((without.measure(begins, min(ends, until)) for begins, ends in spans), timedelta())


def read_booked(game: Game, seats: Iterable[Seat], *, since: datetime) -> dict[int, list[Span]]:
    """Vacation set by the users of the seats, by user; no query where the game allows none."""
    ids = [seat.user_id for seat in seats]
    return list_booked(ids, since=since) if game.vacation_days else {user_id: [] for user_id in ids}


def is_out_of_time(game: Game, *, now: datetime) -> bool:
    """Whether a locked game has to go through `running_out` before anything else is done with it."""
    if game.is_over or game.deadline_at is None or not clock.is_late(game.deadline_at, now=now):
        return False
    return may_run_out(now) and not is_awaited(game.pk, until=game.deadline_at + clock.GRACE, now=now)


def is_awaited(game_id: int, *, until: datetime, now: datetime) -> bool:
    """Whether a turn of this game that came in by `until` may still be unread, such as one by email."""
    told = {"game_id": game_id, "until": until, "now": now}
    return any(held for _, held in events.time_running_out.send(sender=Game, **told))


# --- How turns move clocks ---------------------------------------------------------------------------------------
def start_clock(game: Game, seat: Seat, booked: Iterable[Span], *, now: datetime) -> None:
    """Starts the turn of a seat: its time runs from `now` on; a computer has no limit.

    If the computers' worker is down, or staff have switched it off, that is the site's fault, and no player wins or
    loses by it.
    """
    game.turn_started_at = now
    if seat.user.is_computer:
        game.deadline_at = None
        return
    calendar = build_calendar(game, seat, booked, since=now)
    game.deadline_at = clock.deadline(game.clock_control, seat.bank, started=now, calendar=calendar)


def measure_left(game: Game, seat: Seat, booked: Iterable[Span], *, now: datetime) -> timedelta | None:
    """The time left of the present turn for the seat whose turn it is; None without a limit."""
    if game.deadline_at is None:
        return None
    return build_calendar(game, seat, booked, since=game.turn_started_at).measure(now, game.deadline_at)


def find_left(game: Game, *, now: datetime, seat: Seat | None = None) -> timedelta | None:
    """The time left of the present turn, or in a finished game what was left when it ended; None without a limit.

    `seat` is the one whose turn it is, where the caller has read it.
    """
    if game.deadline_at is None:
        return None
    if game.is_over and game.left_at_end is not None:
        return game.left_at_end
    at = game.ended_at or now  # it may have ended before this was kept
    if game.deadline_at <= at:
        return timedelta()
    seat = seat or game.seats.get(side=game.side_to_move)
    return calendar_of(game, seat, now=at).measure(at, game.deadline_at)


def pass_clock(
    game: Game, seats: Mapping[int, Seat], booked: dict[int, list[Span]], *, mover: Side, now: datetime
) -> bool:
    """Settles what the mover's turn cost, and starts the turn of the next player; saves nothing.

    Returns whether the mover's seat has changed. `booked` is the vacation of both users since the turn started, or
    earlier.
    """
    changed = settle_turn(game, seats[mover], booked[seats[mover].user_id], now=now)
    seat = seats[game.side_to_move]
    start_clock(game, seat, booked[seat.user_id], now=now)
    return changed


def settle_turn(game: Game, seat: Seat, booked: Iterable[Span], *, now: datetime) -> bool:
    """Charges a turn that ends at `now` to the bank and to the vacation that the game allows; saves nothing.

    Returns whether either has changed.
    """
    calendar = build_calendar(game, seat, booked, since=game.turn_started_at)
    bank = clock.settle(game.clock_control, seat.bank, deadline=game.deadline_at, now=now, calendar=calendar)
    used = seat.vacation_used + _measure_saved(game, seat, booked, until=now)
    changed = (bank, used) != (seat.bank, seat.vacation_used)
    seat.bank, seat.vacation_used = bank, used
    return changed


def save_clocks(seats: Iterable[Seat]) -> None:
    """Saves what `settle_turn` has changed in these seats."""
    for seat in seats:
        seat.save(update_fields=["bank", "vacation_used"])


def announce_turn(game: Game, seat: Seat, *, answers: int = 0, is_told: bool = False) -> None:
    """Announces that the turn of this seat has started, after the game has been saved.

    `answers` is how many turns armed lines played just before; `is_told`, whether another notice tells its player.
    """
    told = (game.pk, game.ply, seat.user_id, game.turn_started_at, game.deadline_at, seat.user.is_computer)
    turn = events.StartedTurn(*told, is_told, answers)
    events.turn_started.send(sender=Game, turn=turn, revision=game.revision, arranged=game.arranged)


# --- How anything else does --------------------------------------------------------------------------------------
Kind = ClockChange.Kind
START_ANEW = frozenset(
    {Kind.PAUSED, Kind.STAFF_PAUSED, Kind.RESUMED, Kind.STAFF_RESUMED, Kind.TAKEN_BACK, Kind.REOPENED, Kind.CLAIMED}
)
"""The changes by which a clock starts again, now or when a pause is over. It also does where staff bring its deadline
forward."""


def restart_clock(
    game: Game,
    *,
    left: timedelta | None,
    kind: ClockChange.Kind,
    now: datetime,
    at_least: timedelta = AT_LEAST,
    terms: ClockTerms | None = None,
    why: str = "",
    by: User | None = None,
) -> None:
    """Starts the clock of a locked game again, with the time that was left of the turn, and `at_least` so much, in a
    game of any time limit.

    This function is called when somebody other than the clock's owner starts it: the opponent who agrees to a takeback
    or to the end of a pause, and staff. An owner who starts it is here to play, and gets nothing: `at_least` is nothing
    then. A time bank keeps nothing of it: what it holds is at most what was left. So nobody gains by it beyond the
    turn, nor alone: each takeback, pause and end of a pause takes the consent of the opponent, who could as well agree
    to more time, by the day; and staff answer for what they do. `left` is None where there is no limit.
    """
    deadline = None
    if left is not None:
        seat = game.seats.get(side=game.side_to_move)
        deadline = calendar_of(game, seat, now=now).due(now, max(left, at_least))
        if left < at_least:
            terms = {**(terms or {}), "at_least": at_least // timedelta(hours=1)}
            _limit_bank(seat, left)
    move_clock(game, kind=kind, deadline=deadline, now=now, terms=terms, why=why, by=by)


def _limit_bank(seat: Seat, most: timedelta) -> None:
    if seat.bank is not None and seat.bank > most:
        seat.bank = most
        seat.save(update_fields=["bank"])


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
    """Sets the deadline of a locked game other than by a turn: saves its next revision, logs the change, announces it.

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
    is_sooner = before is not None and deadline is not None and deadline < before
    if deadline is not None and (kind in START_ANEW or (kind == Kind.STAFF and is_sooner)):
        events.clock_restarted.send(
            sender=Game, game_id=game.pk, revision=game.revision, kind=Kind(kind), by_staff=by is not None
        )


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
    """Moves the deadline of a locked game, whose clock now runs at other times, so that the same time is left; and logs
    it."""
    deadline = game.deadline_at and clock.rebase(game.deadline_at, now=now, before=before, after=after)
    move_clock(game, kind=kind, deadline=deadline, now=now, terms=terms, vacation=vacation, why=why, by=by)
