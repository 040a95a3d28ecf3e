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


@dataclass(frozen=True, slots=True)
class Days:
    """So many days for each turn, 1 to 30."""

    days: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.days <= 30:
            raise BadControl("Days per turn must be between 1 and 30.")


@dataclass(frozen=True, slots=True)
class Bank:
    """A store of time in days: `start` at first, `increment` added after each own turn, never above `cap`."""

    start: int = 3
    increment: int = 1
    cap: int = 7

    def __post_init__(self) -> None:
        if not 1 <= self.start <= 60:
            raise BadControl("The bank must start with 1 to 60 days.")
        if not 0 <= self.increment <= 30:
            raise BadControl("The bank's increment must be between 0 and 30 days.")
        if not self.start <= self.cap <= 90:
            raise BadControl("The bank's cap must be at least its start and at most 90 days.")


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
    made = _KINDS.get(fields.pop("kind", ""))
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
    """What the bank holds after a turn begun at `started` and played at `now`; grace costs nothing."""
    if not isinstance(control, Bank) or bank is None:
        return None
    left = max(bank - max(now - started, timedelta()), timedelta())
    return min(left + control.increment * DAY, max(control.cap * DAY, left))


def is_late(deadline: datetime | None, *, now: datetime) -> bool:
    """Whether a turn at `now` comes too late: strictly past the deadline and its grace."""
    return deadline is not None and now > deadline + GRACE


def due_before(now: datetime) -> datetime:
    """Games whose deadline is strictly before this instant are late at `now`."""
    return now - GRACE


def describe(control: Control) -> str:
    """The control in words, for a player."""
    if isinstance(control, Days):
        return f"{control.days} day{'s' if control.days != 1 else ''} per turn"
    if isinstance(control, Bank):
        return f"bank of {control.start} d + {control.increment} d a turn, at most {control.cap} d"
    return "no time limit"
