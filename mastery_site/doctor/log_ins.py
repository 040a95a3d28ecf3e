"""The doctor's log-ins count like all others, so that a monitor that runs the doctor does not get the site banned.

If the database is away, the doctor logs in without counting.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import Error

from mastery_site.doctor.contract import Line
from notifications.log_ins import LogIn
from notifications.models import ServerFault


class Noted(LogIn):
    """A log-in that is noted in the database if the database is there."""

    is_away = False

    def begin(self, *, now: datetime | None = None) -> None:
        try:
            LogIn.begin(self, now=now)
        except Error:
            self.is_away = True

    def note_fault(self, said: str, *, refused: bool = False, now: datetime | None = None) -> None:
        if not self.is_away:
            with suppress(Error):
                LogIn.note_fault(self, said, refused=refused, now=now)

    def note_taken(self) -> None:
        if not self.is_away:
            with suppress(Error):
                LogIn.note_taken(self)

    def note_well(self) -> None:
        if not self.is_away:
            with suppress(Error):
                LogIn.note_well(self)


def note(log_in: LogIn, *, at_once: bool) -> Noted:
    """Returns the same log-in in the form that the doctor uses."""
    return Noted(log_in.part, log_in.told, at_once=at_once)


def tell_waiting(fault: ServerFault) -> Line:
    """Says that nothing was tried, and what the server said at the last attempt."""
    until = f"{fault.try_at:%H:%M} UTC" if fault.try_at else "soon"
    why = f"log-ins refused in a row: {fault.refusals}; the next waits until {until}, unless you say --now"
    return Line(False, f"{fault.said} ({why})")
