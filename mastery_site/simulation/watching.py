"""What is written down while a simulation runs, to hold it against what the site itself stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from accounts.formed import FormedQuery
from games import events
from games.models import Game
from mastery_site.simulation.sink import Sink
from notifications.models import Kind, Notice

PROMISE = timedelta(minutes=2)
"""A game whose time has run out ends within this."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn as it began."""

    game: int
    ply: int
    side: int
    revision: int
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Running:
    """The clock of a turn that goes on."""

    ply: int
    began: datetime
    deadline: datetime


@dataclass(frozen=True, slots=True)
class Arrival:
    """A mail that reached somebody, and the notice it was of."""

    at: datetime
    user: int
    kind: str
    message_id: str
    deadline: datetime | None


@dataclass
class Watcher:
    """The turns that began, the games found past their time, and the clocks on both sides of an outage."""

    turns: list[Begun] = field(default_factory=list)
    looks: int = 0
    overdue: list[str] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    before_outage: dict[int, Running] = field(default_factory=dict)
    after_outage: dict[int, Running] = field(default_factory=dict)
    _in_outage: bool = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hears of every turn that begins."""
        events.turn_started.connect(self.on_turn_started)
        try:
            yield
        finally:
            events.turn_started.disconnect(self.on_turn_started)

    def on_turn_started(self, *, begun: events.Begun, revision: int, **_: Any) -> None:
        """Takes down what is stored, which may be other than what is announced."""
        ((ply, side, deadline),) = find_turn(begun.game_id)
        self.turns.append(Begun(begun.game_id, ply, side, revision, deadline))

    def look(self, now: datetime) -> None:
        """After the tasks of an instant: nothing may be past its time by more than the promise."""
        if self._in_outage:
            self._in_outage = False
            self.after_outage = read_clocks()
        self.looks += 1
        self.read_mail()
        for pk, deadline in find_overdue(now - PROMISE):
            self.overdue.append(f"game {pk} was due at {deadline} and went on at {now}")

    def read_mail(self) -> None:
        """What has arrived since last time, with the deadline of its game as it stood then."""
        mails = [(mail, read_id(mail.message_id)) for mail in Sink.arrived[len(self.arrivals) :]]
        if not mails:
            return
        notices = Notice.objects.in_bulk([pk for _, pk in mails])
        for mail, pk in mails:
            notice, deadline = notices[pk], None
            if notice.kind == Kind.DEADLINE_NEAR:
                deadline = Game.objects.values_list("deadline_at", flat=True).get(pk=notice.payload["game"])
            assert notice.recipient_id is not None
            self.arrivals.append(Arrival(mail.at, notice.recipient_id, notice.kind, mail.message_id, deadline))

    def note_outage(self, now: datetime) -> None:
        if not self._in_outage:
            self._in_outage = True
            self.before_outage = read_clocks()


@FormedQuery
def find_turn(game_id: int) -> QuerySet[Game, Any]:
    return Game.objects.filter(pk=game_id).values_list("ply", "side_to_move", "deadline_at")


@FormedQuery
def find_overdue(before: datetime) -> QuerySet[Game, Any]:
    return Game.objects.active().filter(deadline_at__lt=before).order_by("pk").values_list("pk", "deadline_at")


def read_id(message_id: str) -> int:
    """Of the notice that a mail is of."""
    return int(message_id.removeprefix("<notice-").partition("@")[0])


def read_clocks() -> dict[int, Running]:
    """By game that goes on and has a deadline."""
    running = Game.objects.active().values_list("pk", "ply", "turn_started_at", "deadline_at")
    return {pk: Running(ply, began, deadline) for pk, ply, began, deadline in running if deadline is not None}
