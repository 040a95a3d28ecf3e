"""Decides whether a message may be sent now, later or not at all: modes, quiet hours, one email about turns per half
hour."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from notifications.timing.first_notice import find_alarm, is_in_time
from notifications.timing.quiet import QuietHours
from notifications.timing.thresholds import USUAL
from notifications.timing.urgency import Urgency

WITH_TURNS = ("each", "once", "daily", "twice")
SENT_IN_TIME = {Urgency.TURN: WITH_TURNS, Urgency.ORDINARY: WITH_TURNS, Urgency.REMINDER: (*WITH_TURNS, "urgent")}
"""The modes in which a message that must be sent by some instant is sent by then, whatever it would wait for."""
WAITS_FOR_DIGEST = "It waits for the digest."
WAITS_FOR_VISIT = "One was sent, and they have not visited since."
HELD = (WAITS_FOR_DIGEST, WAITS_FOR_VISIT)
"""Reasons not to tell a turn that other modes would tell."""
GAP = timedelta(minutes=30)
"""The least time between two emails about turns."""
VISIT_BLUR = timedelta(minutes=5)
"""The least time between two notes of a visit. A visit noted this long before an email may have lasted beyond it."""


@dataclass(frozen=True, slots=True)
class TimingPreferences:
    """When a person wants to be told. `mode` is a value of `models.Mode`."""

    mode: str = "each"
    quiet: QuietHours | None = None
    reminders: tuple[str, ...] = field(default=USUAL)


class Verdict(NamedTuple):
    """When a message may be sent. None means never, and then `why` gives the reason."""

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
    latest: datetime | None = None,
    digest_at: datetime | None = None,
) -> Verdict:
    """Decides when a message that is ready at `now` may be sent. `deadline` is the deadline that a reminder is about.

    For a turn, `sent_at` is when the last message about turns was sent, and `visited_at` when the person last opened a
    page. `latest` is when this message must be sent at the latest, if nothing else tells of its game by then. A digest
    that comes at `digest_at` may still tell of it.
    """
    verdict = _decide(
        urgency,
        preferences=preferences,
        now=now,
        deadline=deadline,
        sent_at=sent_at,
        visited_at=visited_at,
        gap=gap,
    )
    if latest is None or preferences.mode not in SENT_IN_TIME.get(urgency, ()):
        return verdict
    if is_in_time(verdict.due_at or digest_at, latest=latest):
        return verdict
    alarm = find_alarm(now=now, latest=latest, quiet=preferences.quiet)
    return Verdict(min(alarm, verdict.due_at or alarm))


def foresee_turn(
    preferences: TimingPreferences, *, now: datetime, wait: timedelta, digest_at: datetime | None
) -> datetime | None:
    """Returns when a person is told of a turn that starts at `now`, if nothing intervenes; None if the mode has no such
    message."""
    told_at = {"each": now + wait, "once": now + wait, "daily": digest_at, "twice": digest_at}.get(preferences.mode)
    return preferences.quiet.end_after(told_at) if told_at and preferences.quiet else told_at


def _decide(
    urgency: Urgency,
    *,
    preferences: TimingPreferences,
    now: datetime,
    deadline: datetime | None,
    sent_at: datetime | None,
    visited_at: datetime | None,
    gap: timedelta,
) -> Verdict:
    """Decides like `decide`, but for a message that has no latest time."""
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
    """Says why the mode lets no message of this urgency through; empty if it does."""
    mode = preferences.mode
    if mode == "off":
        return "Their mode is: nothing."
    if mode == "urgent" and urgency not in (Urgency.REMINDER, Urgency.LAPSING):
        return "Their mode is: only what is urgent."
    if urgency is Urgency.DIGEST and mode not in ("daily", "twice"):
        return "Their mode is no digest any more."
    if urgency is Urgency.TURN and mode in ("daily", "twice"):
        return WAITS_FOR_DIGEST
    unvisited = sent_at is not None and (visited_at is None or visited_at + VISIT_BLUR <= sent_at)
    if urgency is Urgency.TURN and mode == "once" and unvisited:
        return WAITS_FOR_VISIT
    return ""
