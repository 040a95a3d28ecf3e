"""The run of virtual time: players act when they would, tasks run when they are due, and now and then things fail."""

from __future__ import annotations

import heapq
import time
from base64 import b64decode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random, SystemRandom
from typing import Any
from unittest import mock

import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet
from django.test.utils import override_settings
from django.utils import timezone

from core.prepared import PreparedQuery
from core.refusal import Refusal
from games.models import Game
from notifications.models import Notice, Reminder
from tests.actions import Action
from tests.actions.scene import Scene
from tests.logged import hearing_faults
from tests.simulation.computers import Guest
from tests.simulation.habits import Actor
from tests.simulation.people import Person, make_people
from tests.simulation.silence import Claim
from tests.simulation.sink import PushService, Sink

BEGINS = datetime(2026, 3, 1, tzinfo=UTC)
"""Sixty days from here see the clocks of five zones change."""
STEP = settings.SWEEP_EVERY
GRAIN = timedelta(minutes=5)
"""People act at full five minutes: many at one instant cost one look of the tasks."""
PICTURE = b64decode(b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
"""A board in a mail, one pixel of it: nothing here looks at boards, and a drawing takes longer than all else."""


class World(Scene):
    """Holds the clock, what is to come, and what fails when."""

    def __init__(self, *, days: int, players: int, seed: int, advance: Callable[[datetime], None]) -> None:
        super().__init__()
        self.seed, self.rng = seed, Random(seed)
        self.begins, self.ends = BEGINS, BEGINS + timedelta(days=days)
        self.size = players
        self.advance = advance
        self.push = PushService()
        self.people: dict[int, Person] = {}
        self.misfound: list[str] = []
        """What was wrong with games when they were found for people."""
        self.done, self.wrong = Counter[str](), defaultdict[str, list[str]](list)
        """How often each action was done, and what was seen to be wrong while those of each room were."""
        self.claims: list[Claim] = []
        """Wins that were claimed of the silent."""
        self.guests: dict[int, Guest] = {}
        """Who plays or played without an account, by their numbers."""
        self.badly_answered, self.misanswered = 0, list[str]()
        """How many mails came that ask for nothing, and what came of them all the same."""
        self.asked, self.refusals = 0, Counter[str]()
        """What people asked for who know what they may, and what they were refused all the same."""
        self._to_come: list[tuple[datetime, int, Callable[[], None]]] = []
        self._order = count()
        length = self.ends - self.begins
        self.site_down = (self.begins + 0.35 * length, self.begins + 0.35 * length + timedelta(hours=5))
        self.mail_down = (self.begins + 0.6 * length, self.begins + 0.6 * length + timedelta(hours=3))

    @contextmanager
    def asking(self, name: str = "") -> Iterator[None]:
        """A person accepts whatever the site refuses within; each refusal is counted, but of actions that are done by
        lot alone."""
        self.asked += not name
        try:
            yield
        except Refusal as refusal:
            if not name:
                self.refusals[refusal.code] += 1

    def act(self, action: Action, **drawn: Any) -> None:
        """Has it done, and tells by its room what was seen to be wrong."""
        known = len(self.faults)
        action.act(self, **drawn)
        self.done.update((action.room, action.name))
        self.wrong[action.room] += self.faults[known:]
        del self.faults[known:]

    def look_again(self) -> None:
        self.rating_diary.read_taken_out()

    def find_games(self) -> QuerySet[Game]:
        """Of people, with a limit of time."""
        return Game.objects.filter(pk__in=self.times.clocks)

    def find_player(self, pk: int) -> Actor:
        return self.players[self.people[pk].place]

    def find_home(self, pk: int) -> Person | None:
        return self.people.get(pk)

    def visit(self, who: Person | int) -> None:
        person = self.people[who] if isinstance(who, int) else who
        person.visits.append(timezone.now())
        super().visit(person.user.pk)

    def plan(self, at: datetime, act: Callable[[], None]) -> None:
        """Has `act` called at the first full five minutes from `at` on, or as soon after as the pages answer."""
        heapq.heappush(self._to_come, (self._round_up(at, GRAIN), next(self._order), act))

    def run(self, play: Callable[[World], AbstractContextManager[None]]) -> None:
        """Runs from the first instant to the last; within `play` the people do what they do."""
        with (
            travelling(self.begins, lots=Random(f"lots {self.seed}")) as traveller,
            self.push.listening(),
            self.listening(),
            hearing_faults(self.faults, quiet=True),
        ):
            made = make_people(self.size, rng=self.rng, start=self.begins, move_to=traveller.move_to)
            self.people = {person.user.pk: person for person in made}
            self.players = [Actor(person) for person in made]
            for pk, person in self.people.items():
                assert person.signed_up_at is not None
                self.times.begin(pk, at=person.signed_up_at, automatic=person.automatic)
            Notice.objects.all().delete()  # the mails of sign-up; a year of the outbox was not run
            traveller.move_to(self.begins)
            with play(self):
                while (now := self.find_next(timezone.now())) < self.ends:
                    traveller.move_to(now)
                    self.live(now)
                    self.advance(now)
                for pk in self.people:
                    self.times.look_at(pk)

    def stop(self) -> None:
        """Lets the run end where it stands: what holds up to here can be told."""
        self.ends = min(self.ends, timezone.now())

    def has_got_test(self, person: Person, *, since: datetime) -> bool:
        """Whether a test has reached somebody by mail from then on."""
        sent = (each for each in self.watcher.arrivals if each.user == person.user.pk and each.at >= since)
        return any(each.kind == "test" and each.channel == "email" for each in sent)

    def live(self, now: datetime) -> None:
        """What happens at one instant: first players, then tasks, as the tasks come round after what players did."""
        Sink.works = not within(self.mail_down, now)
        if within(self.site_down, now):
            return
        while self._to_come and self._to_come[0][0] <= now:
            heapq.heappop(self._to_come)[2]()
        self.beat.run(now)
        self.watcher.look(now)

    def find_next(self, now: datetime) -> datetime:
        """The next beat at which anything can happen: somebody acts, time runs out, a notice is due."""
        found = (*find_deadline(), *find_notice(), *find_reminder())
        due = [self.beat.find_next_sweep(now), *(at for (at,) in found)]
        if self._to_come:
            due.append(self._to_come[0][0])
        return self._round_up(max(min(due), now + STEP), STEP)

    def _round_up(self, at: datetime, grain: timedelta) -> datetime:
        return self.begins - (self.begins - at) // grain * grain


@PreparedQuery
def find_deadline() -> QuerySet[Game, Any]:
    return Game.objects.active().exclude(deadline_at=None).order_by("deadline_at").values_list("deadline_at")[:1]


@PreparedQuery
def find_notice() -> QuerySet[Notice, Any]:
    return Notice.objects.open().order_by("due_at").values_list("due_at")[:1]


@PreparedQuery
def find_reminder() -> QuerySet[Reminder, Any]:
    return Reminder.objects.exclude(due_at=None).order_by("due_at").values_list("due_at")[:1]


def within(span: tuple[datetime, datetime], now: datetime) -> bool:
    return span[0] <= now < span[1]


@contextmanager
def travelling(start: datetime, *, lots: Random) -> Iterator[time_machine.Traveller]:
    """Virtual time that moves only when told, mail to the sink, no wake-ups, and pages that answer the probe.

    What the site settles by lot is drawn from `lots`; and the time that a task may take is virtual too, so that a slow
    machine does not leave for later what a fast one does at once.
    """
    Sink.empty()
    with ExitStack() as stack:
        traveller = stack.enter_context(time_machine.travel(start, tick=False))
        stack.enter_context(
            override_settings(
                NOTICE_EMAIL_BACKEND="tests.simulation.sink.Sink",
                CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
            )
        )
        cache.clear()  # a world before this one may have filled it
        stack.enter_context(mock.patch.object(SystemRandom, "random", lots.random))
        stack.enter_context(mock.patch.object(SystemRandom, "getrandbits", lots.getrandbits))
        stack.enter_context(mock.patch("time.monotonic", time.time))
        stack.enter_context(mock.patch("games.pictures.boards.drawing.draw_board", return_value="<svg/>"))
        stack.enter_context(mock.patch("games.pictures.tiles.compose"))
        stack.enter_context(mock.patch("games.pictures.tiles.encode", return_value=PICTURE))
        stack.enter_context(mock.patch("notifications.wake.delivery.wake"))
        stack.enter_context(mock.patch("games.outage_detection.do_pages_answer", return_value=True))
        yield traveller
