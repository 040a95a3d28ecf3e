"""A second reckoning of every clock, from the diary alone: slow, plain, and sharing no code with `games.clock`.

A turn has what its control allots and what is granted on top, in time that runs. Time runs but on weekends, in pauses,
and in off-time as far as the game allows that. So from the facts of a turn its deadline follows afresh at each step,
and nothing of what the site stored on the way is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from games import clock
from tests.simulation.diary import Diary, Entry, Lost, Span, Terms

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
QUARTER = timedelta(minutes=15)
"""Every local day begins at a quarter of an hour in UTC."""
AT_LEAST, SOON = 12 * HOUR, 2 * HOUR
"""What a deadline gets that falls into an outage, or so soon after it."""
MOST_BEYOND, BEYOND_IN = 24 * HOUR, 30 * DAY
"""So much that gives a game beyond the lengths of the outages of the pages, within so long."""
GRACE = timedelta(minutes=1)


def reckon(diary: Diary) -> Iterator[tuple[int, Entry, datetime]]:
    """Each entry with its game and the deadline that should have stood after it."""
    for pk, entries in diary.entries.items():
        game = Reckoned(diary, diary.terms[pk])
        for entry in entries:
            if entry.what != "end":
                game.take(entry)
                yield pk, entry, game.find_deadline()


class Reckoned:
    """A game as it is reckoned: what each side has in the bank and has used of off-time, and the present turn."""

    def __init__(self, diary: Diary, terms: Terms) -> None:
        self.diary, self.terms = diary, terms
        self.bank = [bank_of(terms.control)] * 2
        self.used = [timedelta()] * 2
        self.pauses: list[Span] = []
        self.beyond: list[tuple[datetime, timedelta]] = []
        """When outages of the pages gave more than they had lasted, and by how much."""
        self.side, self.ply, self.order = 0, 0, 0
        self.began, self.amount = datetime(1970, 1, 1, tzinfo=UTC), timedelta()
        self.played: dict[int, tuple[timedelta | None, timedelta]] = {}
        """By ply, for whoever takes it back: the bank before it and the time that was left."""

    # --- What happens ---------------------------------------------------------------------------------------------
    def take(self, entry: Entry) -> None:
        if entry.what == "turn":
            self.begin_turn(*entry.more, now=entry.at, order=entry.order)
            return
        before = self.find_deadline()
        self.order = entry.order
        match entry.what:
            case "more_time":
                self.amount += entry.more * DAY
            case "pause":
                self.pauses.append((entry.at, entry.more))
            case "resume":
                self.pauses[-1] = (self.pauses[-1][0], entry.at)
            case "automatic":
                more = min(DAY, self.allowed - self.measure_saved(until=before))
                self.used[self.side] += more
                self.amount += more
            case "outage":
                self.amount += self.make_good(entry.more, deadline=before, now=entry.at)

    def make_good(self, lost: Lost, *, deadline: datetime, now: datetime) -> timedelta:
        """What an outage gives to the present turn."""
        lately = sum((more for at, more in self.beyond if at > now - BEYOND_IN), timedelta())
        given = find_loss(lost, began=self.began, deadline=deadline, most_beyond=MOST_BEYOND - lately)
        beyond = given - (lost.until_at - lost.from_at)
        if beyond > timedelta() and not lost.of_mail:
            self.beyond.append((now, beyond))
        return given

    def begin_turn(self, side: int, ply: int, *, now: datetime, order: int) -> None:
        """Settles the turn before, unless it is taken back with the one before it, and allots the new one."""
        if ply < self.ply:
            self.bank[side], self.amount = self.played.pop(ply)
        else:
            if ply:
                self.settle(now=now)
            self.amount = allot(self.terms.control, self.bank[side])
        self.side, self.ply, self.began, self.order = side, ply, now, order

    def settle(self, *, now: datetime) -> None:
        """What a turn that was played cost its bank, and of its off-time."""
        side, control, bank = self.side, self.terms.control, self.bank[self.side]
        left = run(now, self.find_deadline(), self.list_stops())
        self.played[self.ply] = (bank, left)
        self.used[side] += self.measure_saved(until=now)
        if bank is not None:
            held = min(bank, left)
            if isinstance(control, clock.Bank):
                held = max(held, min(held + control.increment * DAY, control.cap * DAY))
            self.bank[side] = held

    # --- What follows ---------------------------------------------------------------------------------------------
    def find_deadline(self) -> datetime:
        """The first instant at which the clock of the present turn has run for all that it has."""
        at, left = self.began, self.amount
        for begins, ends in self.list_stops():
            if begins > at:
                if left <= begins - at:
                    break
                left -= begins - at
            at = max(at, ends)
        return at + left

    def list_stops(self) -> list[Span]:
        """When the clock of the present turn does not run, in order."""
        return sorted([*self.list_fixed(), *self.list_saved()])

    def list_fixed(self) -> list[Span]:
        """Weekends and pauses, from the beginning of the turn on."""
        weekends = list_weekends(self.terms.weekends[self.side], self.terms.zones[self.side])
        return sorted(span for span in (*weekends, *self.pauses) if span[1] > self.began)

    @property
    def allowed(self) -> timedelta:
        """What the game allowed of off-time when the turn began, without days that were taken by themselves."""
        return self.terms.off_time_days * DAY - self.used[self.side]

    def list_saved(self) -> list[Span]:
        """Off-time in the turn, cut off where it has saved all that the game allows."""
        if not self.terms.off_time_days:
            return []
        fixed, left = self.list_fixed(), self.allowed
        saved: list[Span] = []
        for begins, ends in self.diary.list_away(self.terms.users[self.side], order=self.order):
            begins = max(begins, self.began)
            if ends <= begins or left <= timedelta():
                continue
            costs = run(begins, ends, fixed)
            while costs > left:  # what it costs too much is cut off at its end
                ends -= costs - left
                costs = run(begins, ends, fixed)
            saved.append((begins, ends))
            left -= costs
        return saved

    def measure_saved(self, *, until: datetime) -> timedelta:
        fixed = self.list_fixed()
        return sum((run(begins, min(ends, until), fixed) for begins, ends in self.list_saved()), timedelta())


def find_loss(lost: Lost, *, began: datetime, deadline: datetime, most_beyond: timedelta) -> timedelta:
    """What an outage took from a turn, or the least that is given where it ends soon after it.

    That is at most `most_beyond` more than an outage of the pages lasted.
    """
    if deadline < lost.from_at - GRACE or began >= lost.until_at:
        return timedelta()
    length = lost.until_at - max(began, lost.from_at)
    if lost.of_mail:
        return max(length, AT_LEAST) if deadline <= max(lost.from_at + DAY, lost.until_at + SOON) else timedelta()
    if deadline > lost.until_at + SOON:
        return length
    return max(length, min(AT_LEAST, lost.until_at - lost.from_at + max(most_beyond, timedelta())))


def bank_of(control: clock.Control) -> timedelta | None:
    if isinstance(control, clock.Bank):
        return control.start * DAY
    return control.bank * DAY if isinstance(control, clock.Reserve) else None


def allot(control: clock.Control, bank: timedelta | None) -> timedelta:
    if isinstance(control, clock.Bank):
        return bank or timedelta()
    assert isinstance(control, clock.Days | clock.Reserve)
    return control.days * DAY + (bank or timedelta())


def run(start: datetime, end: datetime, stops: Iterable[Span]) -> timedelta:
    """How much of the time from `start` to `end` lies in none of the stops, which are in order."""
    ran, at = timedelta(), start
    for begins, ends in stops:
        if begins >= end:
            break
        ran += max(begins - at, timedelta())
        at = max(at, ends)
    return ran + max(end - at, timedelta())


@cache
def list_weekends(weekend: str, zone: str) -> tuple[Span, ...]:
    """The local days of a weekend over half a year, found by asking every quarter of an hour which day it is."""
    if not weekend:
        return ()
    place, at = ZoneInfo(zone), datetime(2026, 2, 20, tzinfo=UTC)
    ends, spans, begins = at + 220 * DAY, [], None
    while at < ends:
        free = str(at.astimezone(place).isoweekday()) in weekend
        if free and begins is None:
            begins = at
        elif not free and begins is not None:
            spans.append((begins, at))
            begins = None
        at += QUARTER
    return tuple(spans)
