"""When a person is told: pure functions of what they prefer, what happened and the time.

They ask no database and read no clock. Hours are those of the person's local day, also where daylight saving changes
it; instants are aware datetimes.
"""

from notifications.timing.digest_hours import CATCH_UP, Slot, find_slots, next_digest
from notifications.timing.quiet import QuietHours
from notifications.timing.rules import GAP, TimingPreferences, Urgency, Verdict, decide
from notifications.timing.thresholds import ALL, HALF, USUAL, Reminder, keep_known, length_of, plan_reminders

__all__ = [
    "ALL",
    "CATCH_UP",
    "GAP",
    "HALF",
    "USUAL",
    "QuietHours",
    "Reminder",
    "Slot",
    "TimingPreferences",
    "Urgency",
    "Verdict",
    "decide",
    "find_slots",
    "keep_known",
    "length_of",
    "next_digest",
    "plan_reminders",
]
