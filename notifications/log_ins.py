"""The servers where the site logs in to send emails and to read replies: what they said when they failed, and how long
to wait after a refused log-in.

Many servers ban a host after a few refused log-ins within some minutes, and then no setting helps. So the wait doubles
after each refused log-in, for all processes together, until a log-in succeeds or a setting changes. Faults of the
connection itself, including a ban, cause no wait.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from core.concealing import conceal
from core.prepared import PreparedQuery
from notifications.models import ServerFault

logger = logging.getLogger(__name__)

SALT = "notifications.log_ins"
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(minutes=15)
TRY_LASTS = timedelta(minutes=2)
"""How long the process that tries again keeps the others from trying, however its attempt ends."""
Part = ServerFault.Part


class Waits(Exception):
    """A log-in was refused, and it is too early for the next one. `str(error)` is what the server said, for staff."""

    def __init__(self, fault: ServerFault) -> None:
        super().__init__(fault.said)
        self.fault = fault


@PreparedQuery
def find_fault(part: str) -> QuerySet[ServerFault]:
    """Prepared, since each run that sends asks it."""
    return ServerFault.objects.filter(part=part)


@dataclass(slots=True)
class LogIn:
    """One server, as the settings describe it. `told` is everything that the site tells the server."""

    part: ServerFault.Part
    told: str
    at_once: bool = False
    """Whether to log in even if a log-in was refused and the next one should wait."""
    fault: ServerFault | None = None
    """What was known about its faults when that was last read."""

    @property
    def mark(self) -> str:
        return salted_hmac(SALT, self.told, algorithm="sha256").hexdigest()[:32]

    def begin(self, *, now: datetime | None = None) -> None:
        """Must be called before each log-in. Raises Waits."""
        now = now or timezone.now()
        self.fault = next(iter(find_fault(self.part)), None)
        if self.fault is None or self.fault.mark != self.mark or self.fault.try_at is None or self.at_once:
            return
        if self.fault.try_at > now:
            raise Waits(self.fault)
        mine = ServerFault.objects.filter(pk=self.fault.pk, mark=self.mark, try_at=self.fault.try_at)
        if not mine.update(try_at=now + TRY_LASTS):
            raise Waits(self.fault)  # another process was faster

    def note_fault(self, said: str, *, refused: bool = False, now: datetime | None = None) -> None:
        """Stores what went wrong. `refused` is whether the log-in itself was refused, which is also logged."""
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
        """Notes that a log-in succeeded. The next one need not wait, whatever else fails on the server."""
        if self.fault and (self.fault.refusals or self.fault.try_at):
            ServerFault.objects.filter(part=self.part).update(refusals=0, try_at=None)
            self.fault.refusals, self.fault.try_at = 0, None

    def note_well(self) -> None:
        """Notes that the server works. This makes no query if it already worked before."""
        if self.fault is not None:
            ServerFault.objects.filter(part=self.part).delete()
            logger.info("All is well again with %s", self.fault.what)
            self.fault = None


def list_faults(*log_ins: LogIn) -> list[ServerFault]:
    """Returns the present faults of these servers, if the settings are still the same; for staff."""
    marks = {each.mark for each in log_ins}
    return [fault for fault in ServerFault.objects.order_by("part") if fault.mark in marks]
