"""Log-ins of the doctor count like all others, so that a monitor that runs it gets nobody banned; a database that is
away keeps it from none."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import Error

from mastery_site.doctor.contract import Line
from notifications.log_ins import LogIn
from notifications.models import ServerFault


class Noted(LogIn):
    """Remembers in the database what it can."""

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
    """The same log-in, for the doctor."""
    return Noted(log_in.part, log_in.told, at_once=at_once)


def tell_waiting(fault: ServerFault) -> Line:
    """That nothing was tried, and what was said when it was tried last."""
    until = f"{fault.try_at:%H:%M} UTC" if fault.try_at else "soon"
    why = f"log-ins refused in a row: {fault.refusals}; the next waits until {until}, unless you say --now"
    return Line(False, f"{fault.said} ({why})")
