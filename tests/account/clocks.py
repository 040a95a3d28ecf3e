"""When a game's time runs out, counted span by span from what happened to it: an account of its own.

It asks the site nothing and takes nothing from `games.clock` but what was agreed. Time passes here, and each span of it
runs, stands still or is paid for with vacation, as the rules of time tell players. What has passed is never counted
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games import clock

NOTHING, DAY = timedelta(), timedelta(days=1)
LEAST = timedelta(hours=12)
"""What a clock has that somebody else starts again."""
HORIZON = 400 * DAY
AHEAD, TENTHS = timedelta(hours=12), 9
"""So long before it is over, or so many tenths of its time where that is less, the owner of a clock is told of it."""
Span = tuple[datetime, datetime]


@dataclass
class Seat:
    """What a player has at a side of a game. `away` is the player's vacation, shared by all games of theirs."""

    user: int
    weekend: str
    zone: str
    away: list[Span]
    bank: timedelta | None
    vacation: timedelta
    """How much of it this game still allows."""


@dataclass(frozen=True)
class Terms:
    """The agreed time: so much for each turn, and a bank that begins with `bank`, if there is one."""

    per_turn: timedelta = NOTHING
    bank: timedelta | None = None
    increment: timedelta = NOTHING
    cap: timedelta | None = None
    """The most that a bank may hold; None for a reserve, to which nothing is added."""


def find_latest_word(started: datetime, deadline: datetime) -> datetime:
    """By when a message has to have told of a clock that was started then, if it is to be lost on time."""
    return deadline - min(AHEAD, (deadline - started) * TENTHS / 10)


def read_terms(control: clock.Control) -> Terms | None:
    """What was agreed in this control; None without a limit."""
    match control:
        case clock.Days(days):
            return Terms(days * DAY)
        case clock.Reserve(days, bank):
            return Terms(days * DAY, bank * DAY)
        case clock.Bank(start, increment, cap):
            return Terms(bank=start * DAY, increment=increment * DAY, cap=cap * DAY)
    return None


@dataclass
class Clock:
    """A game's clock, counted up to `at`. What is `left` falls below nothing once the time has run out, at `due`."""

    terms: Terms
    seats: list[Seat]
    mover: int
    at: datetime
    left: timedelta = NOTHING
    due: datetime | None = None
    pauses: list[Span] = field(default_factory=list)
    began: datetime | None = None
    started: datetime | None = None
    """When it was last started, or a pause was set after which it does by itself: what was told before is forgotten."""
    shortened: datetime | None = None
    """When its time was last made shorter otherwise, if it was since then."""
    saved: timedelta = NOTHING
    """By how much vacation the present turn has been lengthened so far, days used automatically apart."""
    played: list[tuple[int, timedelta | None, timedelta]] = field(default_factory=list)
    """Of each turn before, the last one last: its side, and its bank and time left, for a takeback."""

    # --- What happens ------------------------------------------------------------------------------------------
    def begin(self, side: int, *, left: timedelta | None = None) -> None:
        seat = self.seats[side]
        self.mover, self.began, self.due, self.saved = side, self.at, None, NOTHING
        self.start()
        self.left = self.terms.per_turn + (seat.bank or NOTHING) if left is None else left

    def play(self, now: datetime, *, following: int) -> None:
        """The side to move plays; `following` is to move then."""
        self.pass_time(now)
        seat, left = self.seats[self.mover], max(self.left, NOTHING)
        self.played.append((self.mover, seat.bank, left))
        if seat.bank is not None:
            held = min(seat.bank, left)
            cap = self.terms.cap
            seat.bank = held if cap is None else max(held, min(held + self.terms.increment, cap))
        self.begin(following)

    def take_back(self, now: datetime, *, turns: int = 1) -> None:
        """The turns before are undone; the player who was thinking loses none of their vacation by it."""
        self.pass_time(now)
        self.seats[self.mover].vacation += self.saved
        for _ in range(turns):
            side, bank, left = self.played.pop()
            self.seats[side].bank = bank
        self.begin(side, left=left)
        self.restart()

    def pause(self, now: datetime, until: datetime, *, by_staff: bool = False) -> None:
        """Also one that is longer than the pause of that time."""
        self.pass_time(now)
        begins = self.pauses.pop()[0] if self.pauses and now < self.pauses[-1][1] else now
        self.pauses.append((begins, until))
        self.start()
        if by_staff:
            self.restart()

    def resume(self, now: datetime, *, agreed_by: int | None = None) -> None:
        """`agreed_by` is the side that agreed to it last, if players did; staff leave a day at least."""
        self.pass_time(now)
        self.pauses[-1] = (self.pauses[-1][0], now)
        self.start()
        if agreed_by != self.mover:
            self.restart(DAY if agreed_by is None else LEAST)

    def reopen(self, now: datetime) -> None:
        """A game goes on that is over, up to whose end this was counted: with what was left, a day at least. What its
        turn had used of vacation is given back."""
        self.seats[self.mover].vacation += self.saved
        left, self.at = max(self.left, DAY), now
        self.begin(self.mover, left=left)

    def start(self) -> None:
        """The player to move has to be told of it anew."""
        self.started, self.shortened = self.at, None

    def restart(self, least: timedelta = LEAST) -> None:
        """Somebody else starts it again: the owner has some time at least, of which a bank keeps nothing."""
        seat = self.seats[self.mover]
        if self.left < least and seat.bank is not None:
            seat.bank = min(seat.bank, self.left)
        self.left = max(self.left, least)

    def give(self, now: datetime, more: timedelta) -> None:
        """More time for the present turn."""
        self.pass_time(now)
        self.left += more
        if self.left > NOTHING:
            self.due = None
        elif self.due:
            self.due += more  # and it has run out again by now

    def use_day(self, now: datetime) -> None:
        """A day of vacation is used automatically, or what the game still allows when the time runs out."""
        self.pass_time(now)
        more = min(DAY, self.find_allowed())
        self.seats[self.mover].vacation -= more
        self.give(now, more)

    # --- How time passes ---------------------------------------------------------------------------------------
    def find_deadline(self) -> datetime:
        """When the time runs out, or has run out, if nothing more happens."""
        due = self._look_ahead().due
        assert due is not None, "some clock never runs"
        return due

    def find_allowed(self) -> timedelta:
        """How much vacation the game will still allow the side to move when the time runs out."""
        return self._look_ahead().seats[self.mover].vacation

    def measure_after_deadline(self, until: datetime) -> timedelta:
        """How long the clock would run from the deadline to a later instant."""
        ahead = self._look_ahead()
        ahead.pass_time(until)
        return max(-ahead.left, NOTHING)

    def _look_ahead(self) -> Clock:
        ahead = copy(self)
        ahead.seats = [replace(seat) for seat in self.seats]
        ahead.pass_time(self.at + HORIZON, stop_when_due=True)
        return ahead

    def pass_time(self, until: datetime, *, stop_when_due: bool = False) -> None:
        while self.at < until and not (stop_when_due and self.due):
            self._pass_span(until)

    def _pass_span(self, until: datetime) -> None:
        """Passes a span in which nothing changes."""
        seat = self.seats[self.mover]
        edge = min((at for at in self._find_edges(seat) if at > self.at), default=until)
        if not self._is_still(seat):
            if self.left <= NOTHING and self.due is None:
                self.due = self.at
                return
            if self.left > NOTHING:
                edge = min(edge, self.at + self.left)
            is_away = seat.vacation > NOTHING and is_within(seat.away, self.at)
            if is_away:
                edge = min(edge, self.at + seat.vacation)
            length = min(edge, until) - self.at
            if is_away:
                seat.vacation -= length
                self.saved += length
            else:
                self.left -= length
                if self.left == NOTHING:
                    self.due = self.at + length
        self.at = min(edge, until)

    def _is_still(self, seat: Seat) -> bool:
        weekday = self.at.astimezone(ZoneInfo(seat.zone)).isoweekday()
        return str(weekday) in seat.weekend or is_within(self.pauses, self.at)

    def _find_edges(self, seat: Seat) -> Iterator[datetime]:
        for span in (*self.pauses, *seat.away):
            yield from span
        if seat.weekend:
            local = self.at.astimezone(ZoneInfo(seat.zone))
            midnight = (local + DAY).replace(hour=0, minute=0, second=0, microsecond=0)
            yield midnight.astimezone(UTC)


def is_within(spans: list[Span], at: datetime) -> bool:
    return any(begins <= at < ends for begins, ends in spans)
