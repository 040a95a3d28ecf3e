"""What is written down while a simulation runs, to compare it with what the site itself stores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from core.prepared import PreparedQuery
from games import events
from games.models import Game
from notifications.models import Notice
from tests.simulation.sink import Sink

PROMISE = timedelta(minutes=2)
"""A game whose time has run out ends within this."""


@dataclass(frozen=True, slots=True)
class StartedTurn:
    """A turn as it began."""

    game: int
    ply: int
    side: int
    revision: int
    deadline: datetime | None
    at: datetime
    user: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message that reached somebody by a channel: of which notice it was, and which games it named.

    `deadline` is that of the game as it then stood, for a reminder; and `threshold` how long before it that was meant.
    """

    at: datetime
    user: int
    channel: str
    kind: str
    notice: int
    games: frozenset[int] = frozenset()
    deadline: datetime | None = None
    threshold: str = ""


@dataclass
class Watcher:
    """The turns that began and games that ended, the games found past their time, and the messages that arrived."""

    turns: list[StartedTurn] = field(default_factory=list)
    looks: int = 0
    overdue: list[str] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    taken: int = 0
    """How many messages of the sink these are: one may tell of several reminders."""
    ended: dict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """When each game ended: once more, where staff let it go on."""
    results: dict[int, events.Result] = field(default_factory=dict)
    """The result of each game that is over, as it was last announced."""
    mistold: list[str] = field(default_factory=list)
    """Changes of results that do not follow from what was announced before."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hears of every turn that begins, and of every game that ends."""
        events.turn_started.connect(self.on_turn_started)
        events.turn_undone.connect(self.on_turn_undone)
        events.result_changed.connect(self.on_result_changed)
        try:
            yield
        finally:
            events.turn_started.disconnect(self.on_turn_started)
            events.turn_undone.disconnect(self.on_turn_undone)
            events.result_changed.disconnect(self.on_result_changed)

    def on_turn_started(self, *, turn: events.StartedTurn, revision: int, **_: Any) -> None:
        """Takes down what is stored, which may be other than what is announced."""
        ((ply, side, deadline),) = find_turn(turn.game_id)
        self.turns.append(StartedTurn(turn.game_id, ply, side, revision, deadline, timezone.now(), turn.mover_id))

    def on_turn_undone(self, *, undone: events.StartedTurn, told_at: int, **_: Any) -> None:
        """The turn that was to follow never began, and the one before it goes on."""
        self.turns = [turn for turn in self.turns if (turn.game, turn.revision) != (undone.game_id, told_at)]

    def on_result_changed(
        self, *, game_id: int, before: events.Result | None, after: events.Result | None, **_: Any
    ) -> None:
        if before == after or before != self.results.get(game_id):
            self.mistold.append(f"game {game_id} had {self.results.get(game_id)}, and {before} became {after}")
        if after is None:
            self.results.pop(game_id, None)
            return
        self.results[game_id] = after
        if before is None:
            self.ended[game_id].append(timezone.now())

    def find_mistold(self) -> Iterator[str]:
        """Where the results that were announced, one after another, do not lead to those that are stored. Games of
        guests who are gone have none."""
        yield from self.mistold
        for pk, *row in Game.objects.order_by("pk").values_list("pk", "winner", "termination", "ended_at"):
            if tuple(row) != (announced := self.results.get(pk) or (None, "", None)):
                yield f"game {pk} has {row}, and {announced} was announced"

    def look(self, now: datetime) -> None:
        """After the tasks of an instant: nothing may be past its time by more than the promise."""
        self.looks += 1
        self.read_messages()
        for pk, deadline in find_overdue(now - PROMISE):
            self.overdue.append(f"game {pk} was due at {deadline} and went on at {now}")

    def read_messages(self) -> None:
        """What has arrived since last time, with the deadline of its game as it stands."""
        new = Sink.arrived[self.taken :]
        if not new:
            return
        self.taken += len(new)
        notices = Notice.objects.in_bulk([sent.notice for sent in new])
        for sent in new:
            notice = notices[sent.notice]
            assert notice.recipient_id is not None
            for each, games in part_reminders(notice, sent.games):
                deadline = None
                if each.kind == "deadline_near":
                    deadline = Game.objects.values_list("deadline_at", flat=True).get(pk=each.payload["game"])
                threshold = str(each.payload.get("threshold", ""))
                what = (sent.at, notice.recipient_id, sent.channel, notice.kind, each.pk, games)
                self.arrivals.append(Arrival(*what, deadline=deadline, threshold=threshold))


def part_reminders(notice: Notice, games: frozenset[int]) -> Iterator[tuple[Notice, frozenset[int]]]:
    """A message with the games that it names; one of several reminders as so many, each with its own game."""
    if notice.kind != "deadline_near" or len(games) == 1:
        yield notice, games
        return
    alike = Notice.objects.filter(recipient=notice.recipient_id, kind=notice.kind, channel=notice.channel)
    for game_id in games:
        yield alike.filter(payload__game=game_id).latest("pk"), frozenset([game_id])


@PreparedQuery
def find_turn(game_id: int) -> QuerySet[Game, Any]:
    return Game.objects.filter(pk=game_id).values_list("ply", "side_to_move", "deadline_at")


@PreparedQuery
def find_overdue(before: datetime) -> QuerySet[Game, Any]:
    return Game.objects.active().filter(deadline_at__lt=before).order_by("pk").values_list("pk", "deadline_at")
