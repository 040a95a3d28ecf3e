"""Clocks and controls in words, for a player."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.clock.controls import Bank, Control, Days, Reserve


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
        return (
            f"a time bank of {_count(control.start, 'day')}, plus {more} per turn, up to {_count(control.cap, 'day')}"
        )
    if isinstance(control, Reserve):
        return f"{_count(control.days, 'day')} per turn, plus a reserve of {_count(control.bank, 'day')}"
    return "no time limit"


def _count(number: int, unit: str) -> str:
    """“1 day”, “2 days”; empty for none."""
    return f"{number} {unit}{'' if number == 1 else 's'}" if number else ""
