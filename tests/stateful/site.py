"""The small site of the stateful test: its time, its periodic tasks, its post, and the account kept beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models.signals import post_save
from django.utils import timezone

from accounts.events import account_closed
from accounts.models import User
from competition.models import StandingGame
from games import events, outage_detection
from games.models import ClockChange, Game, Heartbeat, Outage, Rematch, Seat
from notifications.delivery import outbox
from notifications.models import Notice, Preferences, Reminder
from tests import clocks, vacations
from tests.factories import give_vacation
from tests.ladders import Ladders
from tests.log_ins import LogIns
from tests.logged import hearing_faults
from tests.rating_diary import RatingDiary
from tests.ratings import Account
from tests.simulation.beat import Beat
from tests.simulation.sink import Sink
from tests.simulation.watching import PROMISE, Watcher
from tests.stateful import invariants
from tests.stateful.holding import going_by_hand, require_end
from tests.stateful.opponents import judge_start
from tests.stateful.people import Player, make_people
from tests.stateful.post import Handed, Post
from tests.stateful.reach import Reach, find_lost_untold

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
EVERY_DAY = "1234567"


class Kept(NamedTuple):
    """Who has a game of a guest's, and since when."""

    by: int
    at: datetime


class Site:
    """A site of a few players, of whom and whose games everything is known."""

    def __init__(self, begins: datetime, *, users: list[int]) -> None:
        self.begins, self.players = begins, make_people(users)
        self.faults: list[str] = []
        """What was seen while something happened, and what no later look could find."""
        self.post = Post(hear=self._hear, look=self._look)
        self.handed: list[Handed] = []
        self.reach = Reach()
        self.games: list[int] = []
        self.clocks: dict[int, clocks.Clock] = {}
        self.before: dict[int, clocks.Clock] = {}  # the last turn, for whoever undoes it
        self.over: set[int] = set()
        """The games that have ended, and were not reopened."""
        self.keeps_weekends: dict[int, bool] = {}
        """By challenge."""
        self.looked_at: set[tuple[int, int]] = set()
        """The games and their revisions as they last were looked at."""
        self.bells_seen = 0
        self.laid: list[tuple[int, datetime]] = []
        """What staff laid on players, by its number, and when."""
        self.guests: dict[int, dict[int, datetime]] = {}
        """Their games, and when the last turn of each was played."""
        self.relayed: list[int] = []
        """Games between players that were played over against a computer."""
        self.turned: set[int] = set()
        """Those of them who have played a turn."""
        self.kept: dict[int, Kept] = {}
        """The games that guests have handed over."""
        self.rating_diary, self.ratings = RatingDiary(), Account()
        self.ladders, self.log_ins = Ladders(), LogIns()
        self.watcher = Watcher()
        self.beat = Beat()
        self._stack = ExitStack()

    def open(self) -> None:
        Sink.empty()  # of what a simulation before it in the same process left: here all goes by the post
        self._traveller = self._stack.enter_context(going_by_hand(self.begins))
        self._stack.enter_context(self.post.open())
        self._stack.enter_context(self.watcher.watching())
        self._stack.enter_context(self.rating_diary.listening())
        self._stack.enter_context(self.ladders.listening())
        self._stack.enter_context(listening(self))
        self.ran_at = self.begins
        self.run_tasks()

    def close(self) -> None:
        self._stack.close()

    def has_running(self) -> bool:
        """Whether any of the players still plays."""
        return Game.objects.active().filter(seats__user__in=[player.pk for player in self.players]).exists()

    # --- Time and tasks ----------------------------------------------------------------------------------------
    @property
    def now(self) -> datetime:
        return timezone.now()

    def move_to(self, at: datetime) -> None:
        self._traveller.move_to(at)

    def run_tasks(self) -> None:
        """Every periodic task that is due and may find something."""
        self.ran_at = self.now
        with require_end("a periodic task"):
            self.beat.run(self.now)
        self.watcher.look(self.now)
        self.reach.look(self)

    def run_delivery(self) -> None:
        """A worker delivers, though another may be at it."""
        with require_end("deliver_due"):
            outbox.deliver_due()

    def pass_time(self, length: timedelta, *, rounds: int) -> None:
        """Lets time pass while the site works: its tasks run `rounds` times at least, and at every deadline.

        The runs between, which would have found nothing, are only noted.
        """
        if self.now > self.ran_at:
            self.run_tasks()  # they may have been silent
        until = self.now + length
        while self.now < until:
            self.move_to(self._find_next(min(until, self.now + max(length // rounds, MINUTE))))
            outage_detection.note(Heartbeat.Part.BEAT, Heartbeat.Part.WEB, Heartbeat.Part.SWEEP, now=self.now)
            self.run_tasks()

    def _find_next(self, at: datetime) -> datetime:
        """`at`, or before it the next deadline, or when the grace after one is over or a message first is due: a run
        comes every few seconds."""
        deadlines = Game.objects.active().filter(deadline_at__isnull=False).values_list("deadline_at", flat=True)
        edges = [edge for deadline in deadlines for edge in (deadline, deadline + PROMISE)]
        edges += Reminder.objects.filter(due_at__gt=self.now).values_list("due_at", flat=True)
        fresh = Notice.objects.open().filter(due_at__gt=self.now, last_error="")
        edges += fresh.values_list("due_at", flat=True)
        edges += self._find_hours_of_digests()
        return min([at, *(edge for edge in edges if edge > self.now)])

    def _find_hours_of_digests(self) -> Iterator[datetime]:
        for user in User.objects.filter(pk__in=[player.pk for player in self.players]):
            if digest_at := Preferences.of(user).find_next_digest(user.zone, now=self.now):
                yield digest_at

    # --- The account -------------------------------------------------------------------------------------------
    @property
    def ends(self) -> datetime:
        """Up to when it has run, as the simulator's invariants ask."""
        return self.now

    def find_player(self, pk: int) -> Player:
        return next(player for player in self.players if player.pk == pk)

    def _look(self, pk: int) -> Player | None:
        """A player as they are now, whatever they choose later."""
        copies = (replace(each, off=set(each.off), devices=list(each.devices)) for each in self.players)
        return next((copy for copy in copies if copy.pk == pk), None)

    def _hear(self, handed: Handed) -> None:
        self.handed.append(handed)
        self.faults += invariants.judge_message(self, handed)

    def follow_new_game(self, game_id: int, *, keeps_weekends: bool) -> None:
        """Begins the account of a game's clock."""
        if game_id in self.games:
            return  # accepted once more
        game = Game.objects.get(pk=game_id)
        self.games.append(game_id)
        terms = clocks.read_terms(game.clock_control)
        if terms is None:
            return
        seats = [
            self._make_seat(seat, game, terms, keeps_weekends=keeps_weekends)
            for seat in Seat.objects.filter(game=game).order_by("side")
        ]
        mine = clocks.Clock(terms, seats, mover=game.side_to_move, at=self.now)
        mine.begin(game.side_to_move)
        self.clocks[game_id] = mine

    def _make_seat(self, seat: Seat, game: Game, terms: clocks.Terms, *, keeps_weekends: bool) -> clocks.Seat:
        days = game.vacation_days * DAY
        if seat.user_id not in {player.pk for player in self.players}:  # a computer, whose clock never runs
            return clocks.Seat(seat.user_id, EVERY_DAY, "UTC", [], terms.bank, days)
        player = self.find_player(seat.user_id)
        weekend = player.weekend if keeps_weekends else ""
        return clocks.Seat(player.pk, weekend, player.zone, player.away, terms.bank, days)

    def give_vacation(self, player: Player, *, days: int) -> None:
        """Begins the account of a player's vacation."""
        give_vacation(player.user, days=days, now=self.now)
        player.vacation = vacations.Vacation(self.now, worth=days * vacations.EARNED_IN * DAY)

    def use_days(self, game_id: int) -> None:
        """The site has looked whose time has run out: whether the player to move has a day to use, and for which of
        their games, is worked out here independently.
        """
        mine = self.clocks[game_id]
        player = self.find_player(mine.seats[mine.mover].user)
        running = {pk: each for pk, each in self.clocks.items() if pk not in self.over}
        player.vacation.use_days(vacations.pick_turns(running, player.pk), now=self.now)

    def count_ratings(self) -> None:
        """Takes what has happened since last time into the account of ratings."""
        self.rating_diary.read_taken_out()
        self.ratings.take(self.rating_diary.happenings)
        self.rating_diary.happenings.clear()

    # --- What is announced -------------------------------------------------------------------------------------
    def on_challenge_accepted(self, *, challenge_id: int, **_: Any) -> None:
        """A game that a standing challenge has started is followed by its own row."""
        for game in Game.objects.filter(challenge=challenge_id, challenge__stands=False).order_by("pk"):
            self.follow_new_game(game.pk, keeps_weekends=self.keeps_weekends[challenge_id])

    def on_standing_game_saved(self, *, instance: StandingGame, created: bool, **_: Any) -> None:
        """Weekends are off where both want it, or whoever accepts takes what is offered."""
        if created:
            both = filter(None, (instance.standing, instance.other_standing))
            keeps = all(self.keeps_weekends[standing.challenge_id] for standing in both)
            self.follow_new_game(instance.game_id, keeps_weekends=keeps)
            self.faults += judge_start(self, instance)

    def on_rematch_saved(self, *, instance: Rematch, created: bool, **_: Any) -> None:
        """Agreed, or wished by both: on the terms of the game before."""
        before = self.clocks.get(instance.game_id)
        weekends = before is not None and any(seat.weekend for seat in before.seats if seat.weekend != EVERY_DAY)
        self.follow_new_game(instance.following_id, keeps_weekends=weekends)

    def on_deadline_moved(self, *, game_id: int, revision: int, **_: Any) -> None:
        """A day was used automatically: whether it was due, what it comes to, and what is left are counted."""
        if ClockChange.objects.get(game=game_id, revision=revision).kind == ClockChange.Kind.AUTOMATIC:
            self.use_days(game_id)

    def on_result_changed(
        self, *, game_id: int, before: events.Result | None, after: events.Result | None, **_: Any
    ) -> None:
        """Checks that a game is lost on time only where no day was due and the grace is over."""
        if after is None:
            self.over.discard(game_id)
        elif before is None:
            self.end(game_id, after)

    def end(self, game_id: int, result: events.Result) -> None:
        if game_id in self.clocks and result.termination == "time":
            self.use_days(game_id)
            if self.now <= (deadline := self.clocks[game_id].find_deadline()) + MINUTE:
                self.faults.append(
                    f"game {game_id} was lost on time at {self.now}, and there was time until {deadline}"
                )
            self.faults += find_lost_untold(self, game_id)
        self.over.add(game_id)
        if mine := self.clocks.get(game_id):
            mine.pass_time(self.now)  # what is left now is what a reopened game goes on with, be it at once

    def on_account_closed(self, *, user_id: int, **_: Any) -> None:
        """Blocks by and of the account end with it."""
        self.find_player(user_id).blocks.clear()
        for player in self.players:
            player.blocks.pop(user_id, None)

    def on_outage_saved(self, *, instance: Outage, update_fields: Any, **_: Any) -> None:
        if instance.settled_at and "settled_at" in (update_fields or ()):
            self.on_outage_settled(instance)

    def on_outage_settled(self, outage: Outage) -> None:
        """An outage gives its own length, or up to twelve hours where that is more."""
        for change in outage.changes.order_by("pk"):
            mine = self.clocks[change.game_id]
            assert mine.began is not None
            assert change.after_at is not None
            length = outage.until_at - max(outage.from_at, mine.began)
            mine.give(self.now, length)
            more = mine.measure_after_deadline(change.after_at)
            mine.give(self.now, min(more, max(12 * HOUR - length, clocks.NOTHING)))


@contextmanager
def listening(site: Site) -> Iterator[None]:
    """Hears what moves clocks besides players, and of every fault that the site logs and survives."""
    with ExitStack() as stack:
        for signal, hear, sender in (
            (events.deadline_moved, site.on_deadline_moved, None),
            (events.result_changed, site.on_result_changed, None),
            (events.challenge_accepted, site.on_challenge_accepted, None),
            (account_closed, site.on_account_closed, None),
            (post_save, site.on_outage_saved, Outage),
            (post_save, site.on_rematch_saved, Rematch),
            (post_save, site.on_standing_game_saved, StandingGame),
        ):
            signal.connect(hear, sender=sender)
            stack.callback(signal.disconnect, hear, sender=sender)
        stack.enter_context(hearing_faults(site.faults))
        yield
