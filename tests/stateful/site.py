"""The small site of the stateful test: its time, its periodic tasks, its post, and the account kept beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models.signals import post_save

from accounts.events import account_closed
from accounts.models import User
from competition.models import StandingGame
from games import events, outage_detection
from games.models import Game, Heartbeat
from notifications.delivery import outbox
from notifications.models import Notice, Preferences, Reminder
from tests.actions.scene import DAY, MINUTE, Kept, Scene
from tests.factories import give_vacation
from tests.logged import hearing_faults
from tests.simulation.sink import Sink
from tests.simulation.watching import PROMISE
from tests.stateful import invariants
from tests.stateful.holding import going_by_hand, require_end
from tests.stateful.opponents import judge_start
from tests.stateful.people import Player, make_people
from tests.stateful.post import Handed, Post
from tests.stateful.reach import Reach, find_lost_untold


class Site(Scene):
    """A site of a few players, of whom and whose games everything is known."""

    def __init__(self, begins: datetime, *, users: list[int]) -> None:
        super().__init__()
        self.begins, self.players = begins, make_people(users)
        self.post = Post(hear=self._hear, look=self._look)
        self.handed: list[Handed] = []
        self.reach = Reach()
        self.judged = 0
        """So many of what the account of times has judged have been looked at."""
        self.looked_at: set[tuple[int, int]] = set()
        """The games and their revisions as they last were looked at."""
        self.bells_seen = 0
        self.guests: dict[int, dict[int, datetime]] = {}
        """Their games, and when the last turn of each was played."""
        self.relayed: list[int] = []
        """Games between players that were played over against a computer."""
        self.turned: set[int] = set()
        """Those of them who have played a turn."""
        self.kept: dict[int, Kept] = {}
        """The games that guests have handed over."""
        self._stack = ExitStack()

    def open(self) -> None:
        Sink.empty()  # of what a simulation before it in the same process left: here all goes by the post
        self._traveller = self._stack.enter_context(going_by_hand(self.begins))
        self._stack.enter_context(self.post.open())
        self._stack.enter_context(self.listening())
        self._stack.enter_context(listening(self))
        self.ran_at = self.begins
        self.run_tasks()

    def close(self) -> None:
        self._stack.close()

    def has_running(self) -> bool:
        """Whether any of the players still plays."""
        return Game.objects.active().filter(seats__user__in=[player.pk for player in self.players]).exists()

    # --- Time and tasks ----------------------------------------------------------------------------------------
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

    def look_at_bells(self) -> None:
        """By what was chosen so far."""
        self.faults += invariants.find_unwanted_bells(self)

    def look_again(self) -> None:
        self.reach.look(self)

    def _look(self, pk: int) -> Player | None:
        """A player as they are now, whatever they choose later."""
        player = next((each for each in self.players if each.pk == pk), None)
        return player and replace(player, off=set(player.off), devices=list(player.devices))

    def _hear(self, handed: Handed) -> None:
        self.handed.append(handed)
        self.faults += invariants.judge_message(self, handed)

    def give_vacation(self, player: Player, *, days: int) -> None:
        """Begins the account of a player's vacation."""
        give_vacation(player.user, days=days, now=self.now)
        self.times.begin(player.pk, at=self.now, held=days * DAY)

    # --- What is announced -------------------------------------------------------------------------------------
    def on_standing_game_saved(self, *, instance: StandingGame, created: bool, **_: Any) -> None:
        if created:
            self.faults += judge_start(self, instance)

    def on_result_changed(
        self, *, game_id: int, before: events.Result | None, after: events.Result | None, **_: Any
    ) -> None:
        if before is None and after is not None and after.termination == "time" and game_id in self.times.clocks:
            self.faults += find_lost_untold(self, game_id)

    def on_account_closed(self, *, user_id: int, **_: Any) -> None:
        self.blocks.forget(user_id)


@contextmanager
def listening(site: Site) -> Iterator[None]:
    """Hears what moves clocks besides players, and of every fault that the site logs and survives."""
    with ExitStack() as stack:
        for signal, hear, sender in (
            (events.result_changed, site.on_result_changed, None),
            (account_closed, site.on_account_closed, None),
            (post_save, site.on_standing_game_saved, StandingGame),
        ):
            signal.connect(hear, sender=sender)
            stack.callback(signal.disconnect, hear, sender=sender)
        stack.enter_context(hearing_faults(site.faults))
        yield
