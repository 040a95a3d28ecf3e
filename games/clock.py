"""Time controls as pure functions of (control, state, now). Nothing here reads a clock.

A control is agreed in the challenge and frozen on the game; JSON carries it as `to_json()` has it. Durations are
timedelta; instants are aware datetimes in UTC. A turn is late past `deadline + GRACE`, and both the move path and
the sweep ask `is_late`, so that one instant gives one answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

GRACE = timedelta(seconds=60)
"""Absorbs queueing before the lock. Never shown."""

DAY = timedelta(days=1)


class BadControl(ValueError):
    """The control is out of range; `str(error)` is a sentence for the player who set it."""


def _require_days(days: object, *, least: int, most: int, refusal: str) -> None:
    if type(days) is not int or not least <= days <= most:  # a bool or a float would pass the comparison
        raise BadControl(refusal)


@dataclass(frozen=True, slots=True)
class Days:
    """So many days for each turn, 1 to 30."""

    days: int = 3

    def __post_init__(self) -> None:
        _require_days(self.days, least=1, most=30, refusal="Days per turn must be a whole number from 1 to 30.")


@dataclass(frozen=True, slots=True)
class Bank:
    """A store of time in days: `start` at first, `increment` added after each own turn, never above `cap`."""

    start: int = 3
    increment: int = 1
    cap: int = 7

    def __post_init__(self) -> None:
        _require_days(self.start, least=1, most=60, refusal="The bank must start with 1 to 60 whole days.")
        _require_days(self.increment, least=0, most=30, refusal="The bank's increment must be 0 to 30 whole days.")
        refusal = "The bank's cap must be a whole number of days, at least its start and at most 90."
        _require_days(self.cap, least=self.start, most=90, refusal=refusal)


@dataclass(frozen=True, slots=True)
class Unlimited:
    """No deadline at all."""


Control = Days | Bank | Unlimited
_KINDS: dict[str, type[Days] | type[Bank] | type[Unlimited]] = {"days": Days, "bank": Bank, "none": Unlimited}


def to_json(control: Control) -> dict[str, Any]:
    """The control as it is stored: `{"kind": "bank", "start": 3, "increment": 1, "cap": 7}`, in days."""
    kind = next(name for name, made in _KINDS.items() if isinstance(control, made))
    return {"kind": kind, **{name: getattr(control, name) for name in control.__dataclass_fields__}}


def from_json(stored: dict[str, Any]) -> Control:
    """The control that `to_json` stored. Raises BadControl."""
    fields = dict(stored)
    kind = fields.pop("kind", "")
    made = _KINDS.get(kind) if isinstance(kind, str) else None
    if made is None:
        raise BadControl("That time control is unknown.")
    try:
        return made(**fields)
    except TypeError:
        raise BadControl("That time control is malformed.") from None


def bank_at_start(control: Control) -> timedelta | None:
    """What a seat's bank holds when the game starts; None where the control has no bank."""
    return control.start * DAY if isinstance(control, Bank) else None


def allotment(control: Control, bank: timedelta | None) -> timedelta | None:
    """How long the side to move has for the turn that begins now; None without limit."""
    if isinstance(control, Days):
        return control.days * DAY
    return bank if isinstance(control, Bank) else None


def deadline(control: Control, bank: timedelta | None, *, started: datetime) -> datetime | None:
    """The instant at which the time of a turn that began at `started` runs out."""
    allotted = allotment(control, bank)
    return None if allotted is None else started + allotted


def settle(control: Control, bank: timedelta | None, *, started: datetime, now: datetime) -> timedelta | None:
    """What the bank holds after a turn begun at `started` and played at `now`, increment included.

    Never negative: a turn played in grace leaves only the increment. Never lifted above the cap; time beyond it
    (which only an agreement gives) is kept until used. A clock that was set back costs nothing.
    """
    if not isinstance(control, Bank) or bank is None:
        return None
    used = max(now - started, timedelta())
    left = max(bank - used, timedelta())
    return max(left, min(left + control.increment * DAY, control.cap * DAY))


def is_late(deadline: datetime | None, *, now: datetime) -> bool:
    """Whether a turn at `now` comes too late: strictly past the deadline and its grace."""
    return deadline is not None and deadline < due_before(now)


def due_before(now: datetime) -> datetime:
    """Games whose deadline is strictly before this instant are late at `now`: `is_late` as a query asks it."""
    return now - GRACE


def remaining(deadline: datetime | None, *, now: datetime) -> str:
    """The time left in words, rounded down: “2 days 3 hours”, “59 minutes”, “less than a minute”.

    “no time” from the deadline on (grace is never shown); empty where there is no deadline.
    """
    if deadline is None:
        return ""
    if now >= deadline:
        return "no time"
    minutes = (deadline - now) // timedelta(minutes=1)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [_count(days, "day"), _count(hours, "hour")] if days else [_count(hours, "hour"), _count(minutes, "minute")]
    return " ".join(part for part in parts if part) or "less than a minute"


def describe(control: Control) -> str:
    """The control in words, for a player."""
    if isinstance(control, Days):
        return f"{_count(control.days, 'day')} per turn"
    if isinstance(control, Bank):
        more = _count(control.increment, "day") or "nothing"
        return f"a bank of {_count(control.start, 'day')}, plus {more} per turn, up to {_count(control.cap, 'day')}"
    return "no time limit"


def _count(number: int, unit: str) -> str:
    """“1 day”, “2 days”; empty for none."""
    return f"{number} {unit}{'' if number == 1 else 's'}" if number else ""
