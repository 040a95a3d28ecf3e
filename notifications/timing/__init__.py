"""When a person is told: pure functions of their preferences, what happened, and the time.

They query no database and read no clock. Hours are hours of the person's local day, even if daylight saving changes it.
Instants are aware datetimes.
"""

from notifications.timing.digest_hours import APART, CATCH_UP, Slot, find_slots, is_overdue, next_digest
from notifications.timing.first_notice import FIRST, SLACK, add_first, find_latest, is_in_time
from notifications.timing.quiet import QuietHours
from notifications.timing.rules import (
    GAP,
    HELD,
    TimingPreferences,
    Verdict,
    decide,
    foresee_turn,
)
from notifications.timing.thresholds import ALL, HALF, USUAL, Reminder, keep_known, length_of, plan_reminders
from notifications.timing.urgency import Urgency

__all__ = [
    "ALL",
    "APART",
    "CATCH_UP",
    "FIRST",
    "GAP",
    "HALF",
    "HELD",
    "SLACK",
    "USUAL",
    "QuietHours",
    "Reminder",
    "Slot",
    "TimingPreferences",
    "Urgency",
    "Verdict",
    "add_first",
    "decide",
    "find_latest",
    "find_slots",
    "foresee_turn",
    "is_in_time",
    "is_overdue",
    "keep_known",
    "length_of",
    "next_digest",
    "plan_reminders",
]
