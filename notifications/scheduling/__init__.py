"""When a person is told.

What is exported here are pure functions of what they prefer, what happened and the time: they ask no database and read
no clock. Hours are those of the person's local day, also where daylight saving changes it; instants are aware
datetimes.
"""

from notifications.scheduling.digest_hours import CATCH_UP, Slot, find_slots, next_digest
from notifications.scheduling.quiet import QuietHours
from notifications.scheduling.rules import GAP, TimingPreferences, Urgency, Verdict, decide
from notifications.scheduling.thresholds import ALL, HALF, USUAL, Reminder, length_of, plan_reminders

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
    "length_of",
    "next_digest",
    "plan_reminders",
]
