"""A second reckoning of every clock and of everybody's vacation, from the diary alone, by `tests.clocks` and
`tests.vacations`: nothing that the site stored is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import itemgetter

from tests.clocks import DAY, NOTHING, Clock, Seat, read_terms
from tests.simulation.diary import Away, Diary, Entry, Lost, Seen, Switched, Terms
from tests.vacations import EARNED_IN, Vacation, pick_turns

HOUR = timedelta(hours=1)
AT_LEAST, SOON = 12 * HOUR, 2 * HOUR
"""What a deadline gets that falls into an outage, or so soon after it."""
MOST_BEYOND, BEYOND_IN = 24 * HOUR, 30 * DAY
"""So much that gives a game beyond the lengths of the outages of the pages, within so long."""
GRACE = timedelta(minutes=1)


@dataclass
class Reckoning:
    """Everything in the diary with what should have stood after it."""

    deadlines: list[tuple[int, Entry, datetime]] = field(default_factory=list)
    """Entries with their games and deadlines, also that of a game lost on time."""
    balances: list[tuple[Seen, timedelta]] = field(default_factory=list)


def reckon(diary: Diary) -> Reckoning:
    """Goes through the diary in its order, since games of one player share the days of vacation."""
    reckoner = Reckoner(diary)
    for _, pk, step in sorted(list_steps(diary), key=itemgetter(0)):
        reckoner.take(pk, step)
    return reckoner.found


Step = Entry | Away | Switched | Seen


def list_steps(diary: Diary) -> Iterator[tuple[int, int, Step]]:
    """By its place, with the game that it is of, or the player."""
    for pk in diary.terms:  # games without a limit have none: see silence.py
        yield from ((entry.order, pk, entry) for entry in diary.entries[pk])
    for aways in diary.away.values():
        yield from ((away.order, away.user, away) for away in aways)
    others: list[Switched | Seen] = [*diary.switched, *diary.seen]
    yield from ((each.order, each.user, each) for each in others)


class Reckoner:
    """What there is at a place in the diary: games that go on, and people with their vacation."""

    def __init__(self, diary: Diary) -> None:
        self.diary, self.found = diary, Reckoning()
        self.games: dict[int, Reckoned] = {}
        self.vacations = {
            user: Vacation(begun.at, begun.automatic, begun.held * EARNED_IN) for user, begun in diary.begun.items()
        }
        self.lengths: dict[int, timedelta] = {}
        """Of vacation that was set, by its key."""

    def take(self, pk: int, step: Step) -> None:
        match step:
            case Entry():
                self.take_entry(pk, step)
            case Away():
                self.take_away(step)
            case Switched():
                self.vacations[step.user].automatic = step.on
            case Seen():
                self.found.balances.append((step, self.vacations[step.user].measure(step.at)))

    def take_entry(self, pk: int, entry: Entry) -> None:
        if pk not in self.games:
            self.games[pk] = Reckoned(self.diary, self.diary.terms[pk], begins=entry.at)
        game = self.games[pk]
        game.take(entry)
        if entry.what == "automatic" or entry.more == "time":
            self.use_days(game.clock.seats[game.clock.mover].user, now=entry.at)
        if entry.what != "end" or entry.more == "time":
            self.found.deadlines.append((pk, entry, game.clock.find_deadline()))
        game.is_over = entry.what == "end"

    def take_away(self, away: Away) -> None:
        """The whole length is taken when vacation is set; what was not used comes back when it is ended."""
        vacation, length = self.vacations[away.user], away.span[1] - away.span[0]
        more = length - self.lengths.get(away.key, NOTHING)
        self.lengths[away.key] = length
        if more > NOTHING:
            vacation.take(more, now=away.at)
        else:
            vacation.give_back(-more, now=away.at)

    def use_days(self, user: int, *, now: datetime) -> None:
        """The site has looked for clocks that ran out: whether a day is due, and for which games, is found here."""
        running = {pk: game.clock for pk, game in self.games.items() if not game.is_over}
        self.vacations[user].use_days(pick_turns(running, user), now=now)


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
        self.is_over = False
        self.beyond: list[tuple[datetime, timedelta]] = []
        """When outages of the pages gave more than they had lasted, and by how much."""

    def take(self, entry: Entry) -> None:
        """What happened up to this entry is counted by what was known before it, the entry by what is known now."""
        clock, now = self.clock, entry.at
        if not self.is_over:
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
            case "staff_pause":
                clock.pause(now, entry.more, by_staff=True)
            case "resume":
                clock.resume(now, agreed_by=entry.more)
            case "outage":
                clock.give(now, self.make_good(entry.more, now=now))

    def begin_turn(self, side: int, ply: int, *, now: datetime) -> None:
        """The first of a game, one that is played again, one of a game that was over, or the next."""
        if not ply and not self.clock.began:
            self.clock.begin(side)
        elif self.is_over:
            self.clock.reopen(now)
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
