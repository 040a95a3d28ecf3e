"""Whether a message may be sent now, later or not at all: modes, quiet hours, one email about turns in half an hour."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from notifications.contract import Urgency
from notifications.timing.quiet import QuietHours
from notifications.timing.thresholds import USUAL

GAP = timedelta(minutes=30)
"""Least time between two emails about turns."""
VISIT_BLUR = timedelta(minutes=5)
"""How often a visit is noted at most: one noted this long before an email may have lasted until after it."""


@dataclass(frozen=True, slots=True)
class TimingPreferences:
    """When a person wants to be told. `mode` is a value of `models.Mode`."""

    mode: str = "each"
    quiet: QuietHours | None = None
    reminders: tuple[str, ...] = field(default=USUAL)


class Verdict(NamedTuple):
    """When a message may be sent; None for never, and then why."""

    due_at: datetime | None
    why: str = ""


def decide(
    urgency: Urgency,
    *,
    preferences: TimingPreferences,
    now: datetime,
    deadline: datetime | None = None,
    sent_at: datetime | None = None,
    visited_at: datetime | None = None,
    gap: timedelta = GAP,
) -> Verdict:
    """When a message that is ready at `now` may be sent. `deadline` is the one that a reminder is about.

    For a turn, `sent_at` is when the last message about turns was sent, and `visited_at` when the person last opened a
    page.
    """
    if urgency is Urgency.EXEMPT:
        return Verdict(now)
    if why := _find_refusal(urgency, preferences=preferences, sent_at=sent_at, visited_at=visited_at):
        return Verdict(None, why)
    at = max(now, sent_at + gap) if urgency is Urgency.TURN and sent_at else now
    if preferences.quiet is None:
        return Verdict(at)
    ends = preferences.quiet.end_after(at)
    too_late = urgency is Urgency.REMINDER and deadline is not None and ends >= deadline
    return Verdict(at if too_late else ends)


def _find_refusal(
    urgency: Urgency, *, preferences: TimingPreferences, sent_at: datetime | None, visited_at: datetime | None
) -> str:
    """Why the mode lets no message of this urgency through; empty where it does."""
    mode = preferences.mode
    if mode == "off":
        return "Their mode is: nothing."
    if mode == "urgent" and urgency not in (Urgency.REMINDER, Urgency.LAPSING):
        return "Their mode is: only what is urgent."
    if urgency is Urgency.DIGEST and mode not in ("daily", "twice"):
        return "Their mode is no digest any more."
    if urgency is Urgency.TURN and mode in ("daily", "twice"):
        return "It waits for the digest."
    unvisited = sent_at is not None and (visited_at is None or visited_at + VISIT_BLUR <= sent_at)
    if urgency is Urgency.TURN and mode == "once" and unvisited:
        return "One was sent, and they have not visited since."
    return ""
