"""An account of all clocks and of everybody's vacation, kept while people play.

What people did is written down by who has them do it, turns and ends are heard of as they are announced, and every
deadline is worked out by clocks.py and vacations.py. What the site stored is read only to be held against it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.time_off import vacation
from games.models import Game, Seat
from tests.account import clocks
from tests.account.clocks import DAY, NOTHING, Clock, Span, read_terms
from tests.account.judged import Home, Judged, Seen
from tests.account.outages import BEYOND_IN, GRACE, MOST_BEYOND, Lost, find_loss
from tests.account.vacations import EARNED_IN, FIRST, Vacation, pick_turns

ROUNDED = timedelta(milliseconds=1)
"""The site counts vacation in full microseconds."""
EVERY_DAY = "1234567"


class TimeAccount:
    """`find` gives a player's home; None for who is no player of the test, as a computer, whose clock never runs."""

    def __init__(self, find: Callable[[int], Home | None]) -> None:
        self.find = find
        self.games: list[int] = []
        """Those that were followed from their start, also without a limit of time, which have no clock."""
        self.clocks: dict[int, Clock] = {}
        self.over: set[int] = set()
        """Those of them that have ended, and were not reopened."""
        self.keeps_weekends: dict[int, bool] = {}
        """By challenge, as it was sent."""
        self.vacations: dict[int, Vacation] = {}
        self.away: defaultdict[int, list[Span]] = defaultdict(list)
        """When each player is away, as they set it."""
        self.starts: defaultdict[int, list[datetime]] = defaultdict(list)
        """When a pause began or ended, after which the clock of a game starts anew."""
        self.judged: list[Judged] = []
        self.seen: list[Seen] = []
        self.outages: list[Lost] = []
        self._plies: dict[int, int] = {}
        self._suspended: dict[int, datetime] = {}
        """Until when each game was paused by a suspension of one of its players."""
        self._before: dict[int, tuple[Clock, int]] = {}
        """Each clock before its last turn, for whoever undoes it."""
        self._beyond: defaultdict[int, list[tuple[datetime, timedelta]]] = defaultdict(list)
        """When outages of the pages gave a game more than they had lasted, and by how much."""

    # --- What people do ----------------------------------------------------------------------------------------
    def begin(self, user_id: int, *, at: datetime, automatic: bool = True, held: timedelta = FIRST) -> None:
        """Somebody has so much vacation then, and wants days of it used by themselves or not."""
        self.vacations[user_id] = Vacation(at, automatic, held * EARNED_IN)

    def go_away(self, user_id: int, span: Span) -> None:
        """The whole length is taken when vacation is set."""
        self._pass_time(user_id)
        self.away[user_id].append(span)
        self.vacations[user_id].take(span[1] - span[0], now=timezone.now())
        self._judge_all(user_id)

    def come_back(self, user_id: int, span: Span) -> None:
        """Ends vacation that was set from when until when; what was not used of it comes back."""
        now = timezone.now()
        self._pass_time(user_id)
        self.away[user_id].remove(span)
        if span[0] < now:
            self.away[user_id].append((span[0], now))
        self.vacations[user_id].give_back(span[1] - max(span[0], now), now=now)
        for mine in pick_turns(self.clocks, user_id).values():
            mine.shortened = now
        self._judge_all(user_id)

    def set_automatic(self, user_id: int, *, on: bool) -> None:
        self.vacations[user_id].automatic = on

    def give(self, game_id: int, more: timedelta) -> None:
        """Players have agreed on more time, or staff have moved the deadline by so much, forward or back."""
        if mine := self.clocks.get(game_id):
            mine.give(timezone.now(), more)
            if more < NOTHING:
                mine.start()
                self.starts[game_id].append(timezone.now())
            self._judge(game_id, "more_time")

    def pause(self, game_id: int, until: datetime, *, by_staff: bool = False) -> None:
        if mine := self.clocks.get(game_id):
            mine.pause(timezone.now(), until, by_staff=by_staff)
            self.starts[game_id].append(timezone.now())
            self._judge(game_id, "pause")

    def resume(self, game_id: int, *, agreed_by: int | None = None) -> None:
        """`agreed_by` is the side that agreed to it, None for staff."""
        if mine := self.clocks.get(game_id):
            mine.resume(timezone.now(), agreed_by=agreed_by)
            self.starts[game_id].append(timezone.now())
            self._judge(game_id, "resume")

    def suspend(self, user_id: int, until: datetime) -> None:
        """A player is suspended until then, and their games are paused for as long, unless they are already."""
        for pk in self._list_running(user_id):
            pauses = self.clocks[pk].pauses
            if self.is_counted(pk) and not (pauses and pauses[-1][1] >= until):
                self.pause(pk, until, by_staff=True)
                self._suspended[pk] = until

    def lift(self, user_id: int, until: datetime | None) -> None:
        """That suspension is lifted: what it paused, and is paused by it still, goes on."""
        for pk in self._list_running(user_id):
            pauses = self.clocks[pk].pauses
            if until and self._suspended.get(pk) == until and pauses[-1][1] == until > timezone.now():
                self.resume(pk)

    def accept(self, game_id: int, kind: str, offer: dict[str, Any], *, by: int) -> None:
        """What the side `by` has agreed to. Takebacks are heard of."""
        if kind == "more_time":
            self.give(game_id, offer["days"] * DAY)
        elif kind == "pause":
            self.pause(game_id, datetime.fromisoformat(offer["until"]))
        elif kind == "resume":
            self.resume(game_id, agreed_by=by)

    # --- Games -------------------------------------------------------------------------------------------------
    def follow(self, game_id: int, *, keeps_weekends: bool) -> None:
        """Begins the account of a game's clock."""
        if game_id in self.games:
            return  # accepted once more
        game = Game.objects.get(pk=game_id)
        self.games.append(game_id)
        terms = read_terms(game.clock_control)
        if terms is None:
            return
        users = Seat.objects.filter(game=game).order_by("side").values_list("user_id", flat=True)
        seats = [self._make_seat(user, game.vacation_days, terms, keeps_weekends) for user in users]
        assert game.side_to_move is not None
        mine = self.clocks[game_id] = Clock(terms, seats, mover=game.side_to_move, at=timezone.now())
        mine.begin(game.side_to_move)
        self._plies[game_id] = game.ply
        self._judge(game_id, "turn")

    def _make_seat(self, user: int, days: int, terms: clocks.Terms, keeps_weekends: bool) -> clocks.Seat:
        if (home := self.find(user)) is None:
            return clocks.Seat(user, EVERY_DAY, "UTC", [], terms.bank, days * DAY)
        weekend = home.weekend if keeps_weekends else ""
        return clocks.Seat(user, weekend, home.zone, self.away[user], terms.bank, days * DAY)

    def use_days(self, game_id: int, *, loses: bool = False) -> None:
        """The site has looked whose time has run out: whether the player to move has a day to use, and for which of
        their games, is worked out here independently."""
        mine = self.clocks[game_id]
        user = mine.seats[mine.mover].user
        running = {pk: each for pk, each in self.clocks.items() if pk not in self.over}
        self.vacations[user].use_days(pick_turns(running, user), now=timezone.now())
        self._judge(game_id, "lost" if loses else "automatic")

    def is_counted(self, game_id: int) -> bool:
        """Whether a player of the test is to move there, with a limit of time."""
        mine = self.clocks.get(game_id)
        return mine is not None and self.find(mine.seats[mine.mover].user) is not None

    def begin_turn(self, game_id: int, ply: int) -> None:
        """The next turn, one that is played again, or one of a game that was over; the first is `follow`’s."""
        mine, played, now = self.clocks[game_id], self._plies[game_id], timezone.now()
        if game_id in self.over:
            self.over.discard(game_id)
            mine.reopen(now)
        elif ply < played:
            mine.take_back(now, turns=played - ply)
        elif ply > played:
            self._play(game_id, ply)
        else:
            return
        self._plies[game_id] = ply
        self._judge(game_id, "turn")

    def _play(self, game_id: int, ply: int) -> None:
        """Up to that turn, with those that armed lines played at once."""
        mine, played = self.clocks[game_id], self._plies[game_id]
        was = copy(mine)
        was.seats, was.pauses, was.played = [replace(seat) for seat in mine.seats], [*mine.pauses], [*mine.played]
        self._before[game_id] = (was, played)
        for _ in range(ply - played):
            mine.play(timezone.now(), following=1 - mine.mover)
        self._plies[game_id] = ply

    def undo_turn(self, game_id: int) -> None:
        """It is as if it had never been played."""
        self.clocks[game_id], self._plies[game_id] = self._before.pop(game_id)

    def end(self, game_id: int, ply: int, *, on_time: bool) -> None:
        """After so many turns, of which no other began after the last."""
        if ply > self._plies[game_id]:
            self._play(game_id, ply)
        if on_time:
            self.use_days(game_id, loses=True)
        self.over.add(game_id)
        self.clocks[game_id].pass_time(timezone.now())  # what is left is what a reopened game goes on with

    def lose_time(self, lost: Lost) -> None:
        """An outage gives something to each game that goes on."""
        self.outages.append(lost)
        for game_id in [pk for pk in self.clocks if pk not in self.over and self.is_counted(pk)]:
            self.clocks[game_id].give(timezone.now(), self._make_good(game_id, lost))
            self._judge(game_id, "outage")

    def _make_good(self, game_id: int, lost: Lost) -> timedelta:
        """What an outage gives to the present turn."""
        mine, now = self.clocks[game_id], timezone.now()
        mine.pass_time(now)
        assert mine.began is not None
        lately = sum((more for at, more in self._beyond[game_id] if at > now - BEYOND_IN), NOTHING)
        given = find_loss(lost, began=mine.began, deadline=mine.find_deadline(), most_beyond=MOST_BEYOND - lately)
        beyond = given - (lost.until_at - lost.from_at)
        if beyond > NOTHING and not lost.of_mail:
            self._beyond[game_id].append((now, beyond))
        return given

    # --- What is held against the site ---------------------------------------------------------------------------
    def look_at(self, user_id: int) -> None:
        """Asks the site how much vacation somebody has."""
        now = timezone.now()
        held = vacation.balance_of(User.objects.get(pk=user_id), now=now)
        self.seen.append(Seen(user_id, now, held, self.vacations[user_id].measure(now)))

    def find_wrong_clocks(self, *, now: datetime) -> Iterator[str]:
        """Every deadline is where it comes to by now, that of a game lost on time as well."""
        games = Game.objects.filter(pk__in=self.clocks).order_by("pk")
        for pk, ended, termination, deadline in games.values_list("pk", "ended_at", "termination", "deadline_at"):
            mine = self.clocks[pk]
            mine.pass_time(ended or now)  # what is left then is what a reopened game goes on with
            if self.is_counted(pk) and (ended is None or termination == "time"):
                expected = mine.find_deadline()
                if expected != deadline:
                    yield f"the deadline of game {pk} is {deadline} in place of {expected}"

    def find_misjudged(self, *, since: int = 0) -> Iterator[str]:
        """Where a deadline was not what it comes to, from that place among the judged on."""
        for each in self.judged[since:]:
            if each.stored != each.expected:
                what = f"the deadline of game {each.game} was {each.stored} in place of {each.expected}"
                yield f"{what} at {each.at}, after {each.what}"

    def find_lost_too_early(self, *, since: int = 0) -> Iterator[str]:
        for each in self.judged[since:]:
            if each.what == "lost" and each.at <= each.expected + GRACE:
                yield f"game {each.game} was lost on time at {each.at}, and there was time until {each.expected}"

    def find_wrong_balances(self) -> Iterator[str]:
        for seen in self.seen:
            if abs(seen.held - seen.expected) > ROUNDED:
                yield f"player {seen.user} had {seen.held} of vacation at {seen.at} in place of {seen.expected}"

    def _judge(self, game_id: int, what: str) -> None:
        if self.is_counted(game_id):
            stored = Game.objects.values_list("deadline_at", flat=True).get(pk=game_id)
            expected = self.clocks[game_id].find_deadline()
            self.judged.append(Judged(game_id, timezone.now(), what, stored, expected))

    def _judge_all(self, user_id: int) -> None:
        for pk in self._list_running(user_id):
            self._judge(pk, "vacation")
        self.look_at(user_id)

    def _pass_time(self, user_id: int) -> None:
        for pk in self._list_running(user_id):
            self.clocks[pk].pass_time(timezone.now())

    def _list_running(self, user_id: int) -> list[int]:
        running = (pk for pk in self.clocks if pk not in self.over)
        return [pk for pk in running if any(seat.user == user_id for seat in self.clocks[pk].seats)]
