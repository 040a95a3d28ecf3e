"""Time controls: what a turn is allotted, and what a bank holds after it.

A control is agreed in the challenge and frozen on the game; it is stored as the JSON that `to_json()` gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.clock.calendar import ALWAYS, Calendar

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
        _require_days(self.days, least=1, most=30, refusal="Choose between 1 and 30 days per turn.")


@dataclass(frozen=True, slots=True)
class Bank:
    """A time bank in days: `start` at first, `increment` added after each own turn, never above `cap`."""

    start: int = 3
    increment: int = 1
    cap: int = 7

    def __post_init__(self) -> None:
        _require_days(
            self.start, least=1, most=60, refusal="Choose between 1 and 60 days for the start of the time bank."
        )
        _require_days(self.increment, least=0, most=30, refusal="Choose between 0 and 30 days added per turn.")
        refusal = "Choose a maximum of at least the days at the start, and no more than 90."
        _require_days(self.cap, least=self.start, most=90, refusal=refusal)


@dataclass(frozen=True, slots=True)
class Reserve:
    """So many days for each turn, and a reserve bank of days that is drawn on when they run out."""

    days: int = 3
    bank: int = 10

    def __post_init__(self) -> None:
        _require_days(self.days, least=1, most=30, refusal="Choose between 1 and 30 days per turn.")
        _require_days(self.bank, least=1, most=60, refusal="Choose between 1 and 60 days in reserve.")


@dataclass(frozen=True, slots=True)
class Unlimited:
    """No deadline at all."""


SILENT_DAYS = 30
"""Without a limit: days without a visit after which the win may be claimed from the player to move."""
DAYS_TO_ANSWER = 7
"""Days in which a claim is ended by a turn."""

Control = Days | Bank | Reserve | Unlimited
_KINDS: dict[str, type[Days] | type[Bank] | type[Reserve] | type[Unlimited]] = {
    "days": Days,
    "bank": Bank,
    "reserve": Reserve,
    "none": Unlimited,
}


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
    if isinstance(control, Reserve):
        return control.bank * DAY
    return control.start * DAY if isinstance(control, Bank) else None


def allotment(control: Control, bank: timedelta | None) -> timedelta | None:
    """How long the side to move has for the turn that begins now, including what its bank holds; None without limit."""
    if isinstance(control, Days):
        return control.days * DAY
    if isinstance(control, Reserve):
        return control.days * DAY + (bank or timedelta())
    return bank if isinstance(control, Bank) else None


def deadline(
    control: Control, bank: timedelta | None, *, started: datetime, calendar: Calendar = ALWAYS
) -> datetime | None:
    """The instant at which the time of a turn that began at `started` runs out; with an empty bank, the first at which
    the clock runs."""
    allotted = allotment(control, bank)
    return None if allotted is None else calendar.due(started, allotted)


def settle(
    control: Control,
    bank: timedelta | None,
    *,
    deadline: datetime | None,
    now: datetime,
    calendar: Calendar = ALWAYS,
) -> timedelta | None:
    """What the bank holds after a turn played at `now` that had until `deadline`, increment included.

    It is never negative: a turn played in grace leaves only the increment. It never exceeds what it was before plus the
    increment: time that was added to a turn is used up first, and what is left of it is not carried over.
    """
    if bank is None or deadline is None:
        return bank
    held = min(bank, calendar.measure(now, deadline))
    return max(held, min(held + control.increment * DAY, control.cap * DAY)) if isinstance(control, Bank) else held
