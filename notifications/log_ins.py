"""The servers at which the site logs in to send emails and to read replies: what they said when they could not be used,
and how long a log-in waits that was refused.

Common set-ups ban a host after a handful of refused log-ins within some minutes, and then no setting helps. So each
further one waits twice as long, in all processes together, until one is taken or a setting changes. Faults of the
connection itself, a ban among them, make nobody wait.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.concealing import conceal
from notifications.models import ServerFault

logger = logging.getLogger(__name__)

SALT = "notifications.log_ins"
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(minutes=15)
TRY_LASTS = timedelta(minutes=2)
"""How long the one that tries again keeps others from it, however it ends."""
Part = ServerFault.Part


class Waits(Exception):
    """A log-in was refused, and it is too early for another; `str(error)` is what the server said, for staff."""

    def __init__(self, fault: ServerFault) -> None:
        super().__init__(fault.said)
        self.fault = fault


@dataclass(slots=True)
class LogIn:
    """One server, as the settings have it; `told` is all that it is told."""

    part: ServerFault.Part
    told: str
    at_once: bool = False
    """Whether to log in also where a refused log-in waits."""
    fault: ServerFault | None = None
    """What was known of it when it was last asked for."""

    @property
    def mark(self) -> str:
        return salted_hmac(SALT, self.told, algorithm="sha256").hexdigest()[:32]

    def begin(self, *, now: datetime | None = None) -> None:
        """To be called before each log-in. Raises Waits."""
        now = now or timezone.now()
        self.fault = ServerFault.objects.filter(part=self.part).first()
        if self.fault is None or self.fault.mark != self.mark or self.fault.try_at is None or self.at_once:
            return
        if self.fault.try_at > now:
            raise Waits(self.fault)
        mine = ServerFault.objects.filter(pk=self.fault.pk, mark=self.mark, try_at=self.fault.try_at)
        if not mine.update(try_at=now + TRY_LASTS):
            raise Waits(self.fault)  # another process was faster

    def note_fault(self, said: str, *, refused: bool = False, now: datetime | None = None) -> None:
        """Stores what went wrong; `refused` is whether it was the log-in itself, which is logged."""
        now, said = now or timezone.now(), conceal(said)[:500]
        with transaction.atomic():
            fresh = {"mark": self.mark, "since_at": now, "at": now, "said": said, "refusals": 0, "try_at": None}
            row, _ = ServerFault.objects.select_for_update(no_key=True).get_or_create(part=self.part, defaults=fresh)
            if row.mark != self.mark:
                row = ServerFault(part=self.part, **fresh)
            row.at, row.said, row.try_at = now, said, None
            if refused:
                row.try_at = now + min(FIRST_WAIT * 2 ** min(row.refusals, 10), LONGEST_WAIT)
                row.refusals += 1
            row.save(force_update=True)
        self.fault = row
        if row.try_at is not None:
            wait = round((row.try_at - now).total_seconds())
            logger.warning("Refused log-in number %s at %s: %s; the next in %s s", row.refusals, row.what, said, wait)

    def note_taken(self) -> None:
        """Notes that a log-in was taken: the next need not wait, whatever else the server does not do."""
        if self.fault and (self.fault.refusals or self.fault.try_at):
            ServerFault.objects.filter(part=self.part).update(refusals=0, try_at=None)
            self.fault.refusals, self.fault.try_at = 0, None

    def note_well(self) -> None:
        """Notes that the server does what it is asked for; nothing is asked of the database where it did before."""
        if self.fault is not None:
            ServerFault.objects.filter(part=self.part).delete()
            logger.info("All is well again with %s", self.fault.what)
            self.fault = None


def list_faults(*log_ins: LogIn) -> list[ServerFault]:
    """What does not work now, of these servers as the settings have them; for staff."""
    marks = {each.mark for each in log_ins}
    return [fault for fault in ServerFault.objects.order_by("part") if fault.mark in marks]
