"""Time as pure functions of (control, state, now). Nothing here reads a clock or knows a database.

Durations are timedelta; instants are aware datetimes in UTC. The deadline is the clock: what is left of a turn's time
is the running time from now to it, and code that changes when the clock runs moves the deadline so that the time left
stays the same. A turn is late past `deadline + GRACE`, and both the move path and the sweep ask `is_late`, so that one
instant gives one answer.
"""

from games.clock.calendar import ALWAYS, Calendar, Span, find_zone, rebase, spend
from games.clock.controls import (
    DAY,
    DAYS_TO_ANSWER,
    SILENT_DAYS,
    BadControl,
    Bank,
    Control,
    Days,
    Reserve,
    Unlimited,
    allotment,
    bank_at_start,
    deadline,
    from_json,
    settle,
    to_json,
)
from games.clock.late import GRACE, due_before, is_late

__all__ = [
    "ALWAYS",
    "DAY",
    "DAYS_TO_ANSWER",
    "GRACE",
    "SILENT_DAYS",
    "BadControl",
    "Bank",
    "Calendar",
    "Control",
    "Days",
    "Reserve",
    "Span",
    "Unlimited",
    "allotment",
    "bank_at_start",
    "deadline",
    "due_before",
    "find_zone",
    "from_json",
    "is_late",
    "rebase",
    "settle",
    "spend",
    "to_json",
]
