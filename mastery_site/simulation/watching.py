"""What is written down while a simulation runs, to hold it against what the site itself stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

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
    before_outage: dict[int, tuple[int, datetime]] = field(default_factory=dict)
    after_outage: dict[int, tuple[int, datetime]] = field(default_factory=dict)
    _in_outage: bool = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hears of every turn that begins."""
        events.turn_started.connect(self.on_turn_started)
        try:
            yield
        finally:
            events.turn_started.disconnect(self.on_turn_started)

    def on_turn_started(self, *, game_id: int, revision: int, **_: Any) -> None:
        game = Game.objects.only("ply", "side_to_move", "deadline_at").get(pk=game_id)
        self.turns.append(Begun(game_id, game.ply, game.side_to_move, revision, game.deadline_at))

    def look(self, now: datetime) -> None:
        """After the tasks of an instant: nothing may be past its time by more than the promise."""
        if self._in_outage:
            self._in_outage = False
            self.after_outage = read_clocks()
        self.looks += 1
        self.read_mail()
        for pk, deadline in (
            Game.objects.active().filter(deadline_at__lt=now - PROMISE).values_list("pk", "deadline_at")
        ):
            self.overdue.append(f"game {pk} was due at {deadline} and went on at {now}")

    def read_mail(self) -> None:
        """What has arrived since last time, with the deadline of its game as it stood then."""
        for mail in Sink.arrived[len(self.arrivals) :]:
            notice = Notice.objects.get(pk=mail.message_id.removeprefix("<notice-").partition("@")[0])
            deadline = None
            if notice.kind == Kind.DEADLINE_NEAR:
                deadline = Game.objects.values_list("deadline_at", flat=True).get(pk=notice.payload["game"])
            assert notice.recipient_id is not None
            self.arrivals.append(Arrival(mail.at, notice.recipient_id, notice.kind, mail.message_id, deadline))

    def note_outage(self, now: datetime) -> None:
        if not self._in_outage:
            self._in_outage = True
            self.before_outage = read_clocks()


def read_clocks() -> dict[int, tuple[int, datetime]]:
    """Ply and deadline of every game that goes on and has one."""
    running = Game.objects.active().values_list("pk", "ply", "deadline_at")
    return {pk: (ply, deadline) for pk, ply, deadline in running if deadline is not None}
