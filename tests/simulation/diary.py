"""What people did that moves clocks, written down as they do it: the reckoning goes by this, and by no row of the site.

Beside each entry stands the deadline that the game had after it, and now and then what the site says that somebody has
of vacation, to be held against what is reckoned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.db.models.signals import post_save
from django.utils import timezone

from accounts.models import User
from accounts.time_off import vacation
from games import clock, events
from games.models import ClockChange, Game, Outage
from tests.vacations import FIRST

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game was started on: by side who plays, and the weekend and zone they then had ("" for no weekend)."""

    control: clock.Control
    vacation_days: int
    users: tuple[int, int]
    weekends: tuple[str, str]
    zones: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Lost:
    """An outage as the site took it for: from when until when, and whether it was of the mail."""

    from_at: datetime
    until_at: datetime
    of_mail: bool


@dataclass(frozen=True, slots=True)
class Begun:
    """What somebody had of vacation when they came, and whether they want days of it used by themselves."""

    at: datetime
    automatic: bool
    held: timedelta


@dataclass(frozen=True, slots=True)
class Away:
    """Vacation that somebody set, or what was left of it when they ended it: known from its place in the diary on."""

    order: int
    at: datetime
    user: int
    key: int
    span: Span


@dataclass(frozen=True, slots=True)
class Switched:
    """Somebody wants days used by themselves from now on, or no longer."""

    order: int
    user: int
    on: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """How much vacation the site said that somebody had."""

    order: int
    at: datetime
    user: int
    held: timedelta


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened to a game's clock: `what` names it, `more` is what it brought.

    `turn` (side to move, turns played; it starts again where the game was over), `more_time` (days), `pause` and
    `staff_pause` (until), `resume` (the side that agreed to it, or None for staff), `automatic`, `outage` (Lost),
    `vacation`, `end` (by what). `order` is its place among all entries: several may be of one instant.
    """

    order: int
    at: datetime
    what: str
    more: Any
    deadline: datetime | None


@dataclass
class Diary:
    """Entries by game, and what people did about their vacation."""

    terms: dict[int, Terms] = field(default_factory=dict)
    entries: dict[int, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    begun: dict[int, Begun] = field(default_factory=dict)
    away: dict[int, list[Away]] = field(default_factory=lambda: defaultdict(list))
    switched: list[Switched] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    outages: list[Lost] = field(default_factory=list)
    _extended: set[int] = field(default_factory=set)
    _order: Iterator[int] = field(default_factory=count)

    def note(self, game_id: int, what: str, more: Any = None) -> None:
        deadline = Game.objects.values_list("deadline_at", flat=True).get(pk=game_id)
        self._add(game_id, what, more, deadline)

    def note_person(self, user_id: int, *, at: datetime, automatic: bool, held: timedelta = FIRST) -> None:
        self.begun[user_id] = Begun(at, automatic, held)

    def note_away(self, user_id: int, *, key: int, span: Span) -> None:
        """The clocks of every running game of theirs may stand otherwise now. `key` names vacation that is ended."""
        self.away[user_id].append(Away(next(self._order), timezone.now(), user_id, key, span))
        self._note_all("vacation", Game.objects.active().filter(seats__user=user_id))
        self.look_at(user_id)

    def note_switched(self, user_id: int, *, on: bool) -> None:
        self.switched.append(Switched(next(self._order), user_id, on))

    def look_at(self, user_id: int) -> None:
        """Asks the site how much vacation somebody has."""
        held = vacation.balance_of(User.objects.get(pk=user_id), now=timezone.now())
        self.seen.append(Seen(next(self._order), timezone.now(), user_id, held))

    def list_away(self, user_id: int, *, order: int) -> list[Span]:
        """What a user had set of vacation by that place in the diary."""
        known = {away.key: away.span for away in self.away[user_id] if away.order < order}
        return sorted(span for span in known.values() if span[0] < span[1])

    def _note_all(self, what: str, games: Any, more: Any = None) -> None:
        for pk, deadline in games.order_by("pk").values_list("pk", "deadline_at"):
            self._add(pk, what, more, deadline)

    def _add(self, game_id: int, what: str, more: Any, deadline: datetime | None) -> None:
        self.entries[game_id].append(Entry(next(self._order), timezone.now(), what, more, deadline))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hears what the site does to clocks by itself."""
        heard = (
            (events.turn_started, self.on_turn_started),
            (events.turn_undone, self.on_turn_undone),
            (events.result_changed, self.on_result_changed),
            (events.vacation_used, self.on_vacation_used),
            (post_save, self.on_saved),
        )
        for signal, receiver in heard:
            signal.connect(receiver)
        try:
            yield
        finally:
            for signal, receiver in heard:
                signal.disconnect(receiver)

    def on_turn_started(self, *, turn: events.StartedTurn, **_: Any) -> None:
        side = Game.objects.values_list("side_to_move", flat=True).get(pk=turn.game_id)
        self.note(turn.game_id, "turn", (side, turn.ply))

    def on_turn_undone(self, *, undone: events.StartedTurn, **_: Any) -> None:
        """In the instant in which it was played: it is as if it had never been."""
        last = self.entries[undone.game_id].pop()
        assert last.what == "turn", last

    def on_result_changed(self, *, game_id: int, after: events.Result | None, **_: Any) -> None:
        if after is not None:  # else the turn that starts is noted
            self.note(game_id, "end", after.termination)

    def on_vacation_used(self, *, user_id: int, vacation_id: int, **_: Any) -> None:
        """Notes that the site took a day now, and for which games; whether it was due is reckoned elsewhere."""
        changes = ClockChange.objects.filter(vacation=vacation_id, kind=ClockChange.Kind.AUTOMATIC).order_by("pk")
        for pk, game_id, after in changes.values_list("pk", "game", "after_at"):
            if pk not in self._extended:
                self._extended.add(pk)
                self._add(game_id, "automatic", None, after)
        self.look_at(user_id)

    def on_saved(self, *, sender: Any, instance: Any, update_fields: Any, **_: Any) -> None:
        if sender is Outage and instance.settled_at and "settled_at" in (update_fields or ()):
            self.on_outage_settled(instance)

    def on_outage_settled(self, outage: Outage) -> None:
        lost = Lost(outage.from_at, outage.until_at, outage.kind == Outage.Kind.MAIL)
        self.outages.append(lost)
        self._note_all("outage", Game.objects.active(), lost)
