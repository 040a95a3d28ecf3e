"""A second reckoning of every clock, from the diary alone, by `tests.clocks`: nothing that the site stored is read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from tests.clocks import DAY, NOTHING, Clock, Seat, read_terms
from tests.simulation.diary import Diary, Entry, Lost, Terms

HOUR = timedelta(hours=1)
AT_LEAST, SOON = 12 * HOUR, 2 * HOUR
"""What a deadline gets that falls into an outage, or so soon after it."""
MOST_BEYOND, BEYOND_IN = 24 * HOUR, 30 * DAY
"""So much that gives a game beyond the lengths of the outages of the pages, within so long."""
GRACE = timedelta(minutes=1)


def reckon(diary: Diary) -> Iterator[tuple[int, Entry, datetime]]:
    """Each entry with its game and the deadline that should have stood after it."""
    for pk, entries in diary.entries.items():
        if pk not in diary.terms:
            continue  # without a limit: see silence.py
        game = Reckoned(diary, diary.terms[pk], begins=entries[0].at)
        for entry in entries:
            if entry.what != "end":
                game.take(entry)
                yield pk, entry, game.clock.find_deadline()


class Reckoned:
    """A game as it is reckoned: its clock, and what outages have given it."""

    def __init__(self, diary: Diary, terms: Terms, *, begins: datetime) -> None:
        self.diary = diary
        agreed = read_terms(terms.control)
        assert agreed is not None, "games without a limit have no diary"
        allowed = terms.vacation_days * DAY
        seats = [
            Seat(user, weekend, zone, [], agreed.bank, allowed)
            for user, weekend, zone in zip(terms.users, terms.weekends, terms.zones, strict=True)
        ]
        self.clock = Clock(agreed, seats, mover=0, at=begins)
        self.ply = 0
        self.beyond: list[tuple[datetime, timedelta]] = []
        """When outages of the pages gave more than they had lasted, and by how much."""

    def take(self, entry: Entry) -> None:
        """What happened up to this entry is counted by what was known before it, the entry by what is known now."""
        clock, now = self.clock, entry.at
        clock.pass_time(now)
        for seat in clock.seats:
            seat.away = self.diary.list_away(seat.user, order=entry.order)
        match entry.what:
            case "turn":
                self.begin_turn(*entry.more, now=now)
            case "more_time":
                clock.give(now, entry.more * DAY)
            case "pause":
                clock.pause(now, entry.more)
            case "resume":
                clock.resume(now)
            case "automatic":
                clock.use_day(now)
            case "outage":
                clock.give(now, self.make_good(entry.more, now=now))

    def begin_turn(self, side: int, ply: int, *, now: datetime) -> None:
        if not ply and not self.clock.began:
            self.clock.begin(side)
        elif ply < self.ply:
            self.clock.take_back(now, turns=self.ply - ply)
        else:
            for more in reversed(range(max(ply - self.ply, 1))):  # with those that armed lines played at once
                self.clock.play(now, following=side if more % 2 == 0 else 1 - side)
        self.ply = ply

    def make_good(self, lost: Lost, *, now: datetime) -> timedelta:
        """What an outage gives to the present turn."""
        assert self.clock.began is not None
        lately = sum((more for at, more in self.beyond if at > now - BEYOND_IN), NOTHING)
        deadline = self.clock.find_deadline()
        given = find_loss(lost, began=self.clock.began, deadline=deadline, most_beyond=MOST_BEYOND - lately)
        beyond = given - (lost.until_at - lost.from_at)
        if beyond > NOTHING and not lost.of_mail:
            self.beyond.append((now, beyond))
        return given


def find_loss(lost: Lost, *, began: datetime, deadline: datetime, most_beyond: timedelta) -> timedelta:
    """What an outage took from a turn, or the least that is given where it ends soon after it.

    That is at most `most_beyond` more than an outage of the pages lasted.
    """
    if deadline < lost.from_at - GRACE or began >= lost.until_at:
        return NOTHING
    length = lost.until_at - max(began, lost.from_at)
    if lost.of_mail:
        return max(length, AT_LEAST) if deadline <= max(lost.from_at + DAY, lost.until_at + SOON) else NOTHING
    if deadline > lost.until_at + SOON:
        return length
    return max(length, min(AT_LEAST, lost.until_at - lost.from_at + max(most_beyond, NOTHING)))
