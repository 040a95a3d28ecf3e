"""What the page of a game tells of time: why a clock is paused, how the time left is made up, what moved the
deadline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from core.words import PLAIN_MOMENT, SHORT_MOMENT_OF_ZONE, WEEKDAY_MOMENT, fill_marked, mark_moment, tell_list
from games import clock, telling
from games.models import ClockChange, Game
from games.play.vacation import WhyNot
from games.reading.clocks import TimeLeft
from games.reading.state import GameState
from games.words import clocks as words

IF_OUT = {
    None: words.IF_OUT_DAY_USED,
    WhyNot.USED_UP: words.IF_OUT_USED_UP,
    WhyNot.OFF: words.IF_OUT_OFF,
    WhyNot.TOO_LITTLE: words.IF_OUT_TOO_LITTLE,
}
"""What would happen if the reader's time ran out now."""


class Dial(NamedTuple):
    """The time of the player to move, as it stands beside their name."""

    deadline: datetime | None
    left: str
    """The time left in words; empty once it is up."""


class LeftTold(NamedTuple):
    """The same in words: all that the page shows of it."""

    name: str
    running: str
    reserve: str
    """How much of that is in reserve; empty if the control has none."""
    stands: tuple[tuple[str, str], ...]
    started_at: datetime
    deadline: datetime
    left: str


class PlayerTerms(NamedTuple):
    """What of `SeatClock` the terms show."""

    name: str
    weekend: str


class Terms(NamedTuple):
    """What was agreed on about time, and the vacation used: all that the page shows of it."""

    control: str
    has_limit: bool
    silence_days: int
    """How long a player may be away before the win can be claimed; 0 where it never can."""
    vacation: str
    """How much may be used, and who has used how much of it."""
    players: tuple[PlayerTerms, ...]


class Changed(NamedTuple):
    """What moved a deadline otherwise than by a turn."""

    what: str
    is_outage: bool
    ply: int
    """The number of the turn after which it was; 0 before the first."""
    changed_at: datetime
    before: datetime | None
    after: datetime | None
    name: str
    """The name of the player whose clock it is."""

    @property
    def at(self) -> SafeString:
        """When it was, between which turns."""
        at = {"at": mark_moment(self.changed_at, form=PLAIN_MOMENT)}
        return fill_marked(words.CHANGED_AFTER(ply=self.ply) if self.ply else words.CHANGED_BEFORE_FIRST(), at)

    @property
    def deadline(self) -> SafeString:
        """The deadline before and after."""
        known = {"before": self.before, "after": self.after}
        forms = {"before": WEEKDAY_MOMENT, "after": SHORT_MOMENT_OF_ZONE}
        marks = {key: mark_moment(at, form=forms[key]) for key, at in known.items() if at is not None}
        return fill_marked(words.DEADLINES[tuple(marks)](name=self.name), marks)


class ClockLog(NamedTuple):
    """The history of a game's clock, the newest first: all that the page shows of it."""

    rows: tuple[Changed, ...]
    is_open: bool
    more: bool
    """Whether there are older changes."""


def describe_terms(state: GameState, sides: Iterable[int]) -> Terms:
    """The players come in the order of `sides`, that of the page."""
    game, seats, clocks = state.game, state.seats, state.clocks.by_side
    return Terms(
        telling.control_of(game),
        not isinstance(game.clock_control, clock.Unlimited),
        0 if seats.has_computer else game.silence_days or 0,
        tell_vacation(game, [(seats.names[side], clocks[side].vacation_used) for side in sides]),
        tuple(PlayerTerms(seats.names[side], telling.weekend_of(seats[side])) for side in sides),
    )


def tell_vacation(game: Game, used: Sequence[tuple[str, timedelta]]) -> str:
    """How much vacation may be used, and who has used how much of it."""
    agreed = telling.vacation_of(game)
    if not game.vacation_days:
        return agreed
    if not any(length for _, length in used):
        return str(words.NONE_USED(vacation=agreed))
    each = [
        words.USED_BY(name=name, length=length) if length else words.NOTHING_USED_BY(name=name) for name, length in used
    ]
    return str(words.USED(vacation=agreed, each=tell_list(each)))


def describe_clocks(state: GameState, *, everything: bool) -> dict[str, Any]:
    """The clocks of both players, and the log of the game's clock: the last changes, or all."""
    game, changes = state.game, state.around.changes
    if everything:
        changes = tuple(game.clock_changes.order_by("-pk"))
    names = state.seats.names
    log = ClockLog(
        tuple([describe_change(each, name=names[each.side]) for each in changes]),
        is_open=everything,
        more=not everything and state.around.more_changes,
    )
    return {
        "time_left": tell_left(game, state.clocks.time_left, name=names[game.side_to_move], now=state.now),
        "my_vacation": state.vacation,
        "if_out": str(IF_OUT[state.vacation.why_not]()) if state.vacation else "",
        "clock_log": log if changes else None,
    }


def describe_change(change: ClockChange, *, name: str) -> Changed:
    return Changed(
        telling.tell_change(change, name=name),
        change.kind == ClockChange.Kind.OUTAGE,
        change.ply,
        change.changed_at,
        change.before_at,
        change.after_at,
        name,
    )


def read_dial(game: Game, *, now: datetime) -> Dial:
    deadline = game.deadline_at
    return Dial(deadline, telling.remaining(deadline, now=now) if deadline and deadline > now else "")


def tell_left(game: Game, left: TimeLeft | None, *, name: str, now: datetime) -> LeftTold | None:
    if left is None or game.deadline_at is None:
        return None
    reserve = ""
    if left.reserve is not None:
        is_all = left.reserve == left.running
        reserve = str(words.ALL_IN_RESERVE() if is_all else words.PART_IN_RESERVE(length=left.reserve))
    return LeftTold(
        name,
        telling.tell_length(left.running),
        reserve,
        tuple((why, telling.tell_length(length)) for why, length in left.stands),
        game.turn_started_at,
        game.deadline_at,
        telling.remaining(game.deadline_at, now=now),
    )
