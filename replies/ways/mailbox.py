"""Looks for answers in a mailbox: one reader at a time, mail by mail, each taken out once it was dealt with.

What the site does with a mail is done once however often it is read (`replies.receiving`), so a reader that dies
leaves nothing but mails for the next. A mail that is not addressed to us stays where it lies.
"""

from __future__ import annotations

import imaplib
import logging
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from core.concealing import conceal
from games import outage_detection
from notifications.log_ins import LogIn, Part, Waits
from replies import receiving
from replies.addressing import is_to_us
from replies.incoming import Incoming, Way
from replies.mails import parsing
from replies.mails.parsing import MOST_BYTES
from replies.models import READING, Mailbox
from replies.receiving import MOST_ATTEMPTS, Outcome
from replies.ways import imap
from replies.ways.imap import Fetched, Folder

logger = logging.getLogger(__name__)

LOOK_LASTS = 20.0
"""Seconds after which a look leaves the rest to the next one."""
SIGN_EVERY = 5.0
"""Seconds between two signs of life."""
TOLERANCE = timedelta(minutes=2)
"""A mail may have come so long before the last look that did not find it: clocks differ, and delivery takes time."""
MOST_TRIED = MOST_ATTEMPTS + 2
"""So often a mail is tried; by then the pipeline has told its writer, if it knows who that is."""
DEALT_WITH = 0
"""Stands for the time until which a mail waits that need only be taken out."""
WAIT_FOR = 300
"""Seconds after which a mail beyond its writer's limit is tried again."""
DATABASE_AWAY = (OperationalError, InterfaceError)


@dataclass(slots=True)
class Look:
    """One look into the mailbox."""

    row: Mailbox
    began_at: datetime
    began: float = field(default_factory=time.monotonic)
    signed: float = field(default_factory=time.monotonic)
    done: int = 0
    up_to: int = 0
    """Every mail up to this number was dealt with."""
    left: bool = False
    """Whether a mail was left for the next look, for a fault or for want of time."""
    waits: bool = False
    """Whether one was left that is beyond its writer's limit, which holds up nobody else."""

    def leave(self) -> None:
        self.left = True

    def wait(self, uid: int, *, until: float) -> None:
        self.waits = True
        self.row.waiting[str(uid)] = until

    def note_done(self, uid: int) -> None:
        self.done += 1
        self.row.failed.pop(str(uid), None)
        self.row.waiting.pop(str(uid), None)
        if not (self.left or self.waits):
            self.up_to = uid

    def goes_on(self) -> bool:
        """Whether there is time for another mail, and the mailbox is still ours to read."""
        now = time.monotonic()
        if now - self.began > LOOK_LASTS:
            return False
        if now - self.signed > SIGN_EVERY:
            self.signed = now
            return bool(READING.mine(self.row).update(claimed_at=timezone.now()))
        return True


def look() -> int:
    """Reads what has come, unless another worker does, and returns how many mails were dealt with."""
    server, began = imap.read_url(settings.REPLY_MAILBOX), timezone.now()
    log_in = find_log_in()
    row, _ = Mailbox.objects.get_or_create(name=server.name)
    if not READING.take(Mailbox.objects.filter(pk=row.pk), now=began):
        return 0
    row.refresh_from_db()
    found = Look(row, began)
    try:
        log_in.begin()
        with imap.open_folder(server) as folder:
            log_in.note_taken()
            read_all(folder, found)
    except Waits:  # it was logged
        outage_detection.note_replies(False, now=timezone.now())
    except (imap.LogInRefused, *imap.FAULTS) as error:
        refused = isinstance(error, imap.LogInRefused)
        said = conceal(str(error) if refused else imap.describe(error))
        logger.warning("The mailbox for answers cannot be read: %s", said)
        log_in.note_fault(said, refused=refused)
        outage_detection.note_replies(False, now=timezone.now())
    else:
        log_in.note_well()
        outage_detection.note_replies(True, now=timezone.now(), looked_at=None if found.left else began)
    finally:
        READING.mine(row).update(**READING.given_back)
    return found.done


def find_log_in() -> LogIn:
    """The mailbox, as the settings have it."""
    return LogIn(Part.REPLIES, settings.REPLY_MAILBOX)


def read_all(folder: Folder, found: Look) -> None:
    row = found.row
    if (validity := folder.find_validity()) != row.uid_validity:
        row.uid_validity, row.read_up_to, row.failed, row.waiting = validity, 0, {}, {}
    found.up_to = row.read_up_to
    prepare(folder, found)
    try:
        uids = folder.list_uids(above=row.read_up_to)
        row.waiting = {uid: until for uid, until in row.waiting.items() if int(uid) in set(uids)}
        for uid in uids:
            if not found.goes_on():
                found.leave()
                break
            read_one(folder, found, uid=uid)
    finally:
        keep(found)


def prepare(folder: Folder, found: Look) -> None:
    """Where there is no folder for mails that are done with, and none can be made, they stay where they are."""
    try:
        folder.prepare()
    except imaplib.IMAP4.abort:
        raise
    except imap.REFUSED as error:
        logger.error("The folder for answers that were dealt with cannot be made: %s", error)
        found.leave()


def keep(found: Look) -> None:
    """Stores how far this look came, unless another reader has taken over."""
    row = found.row
    failed = {uid: times for uid, times in row.failed.items() if int(uid) > found.up_to}
    fields: dict[str, Any] = {"uid_validity": row.uid_validity, "read_up_to": found.up_to, "failed": failed}
    fields["waiting"] = row.waiting
    if not found.left:
        fields["looked_at"] = found.began_at
    READING.mine(row).update(**fields)


def read_one(folder: Folder, found: Look, *, uid: int) -> None:
    """Hands a mail over, and takes it out once it was dealt with. One that meets a fault of ours stays, and is tried
    again by the next looks."""
    until = found.row.waiting.get(str(uid))
    if until == DEALT_WITH:
        take_out(folder, found, uid=uid)
        return
    if until is not None and until > time.time():
        found.waits = True
        return
    fetched = folder.fetch(uid)
    if fetched is None:  # another reader was faster
        found.note_done(uid)
        return
    try:
        outcome, is_ours = hand_over(fetched, found)
    except DATABASE_AWAY:
        found.leave()
        raise
    except Exception:
        logger.exception("A mail in the mailbox for answers met a fault")
        times = found.row.failed.get(str(uid), 0) + 1
        found.row.failed[str(uid)] = times
        if times < MOST_TRIED:
            found.leave()
        else:
            logger.error("Mail %s in the mailbox for answers is left there: it was tried %s times", uid, times)
            found.note_done(uid)
        return
    if outcome is Outcome.IN_HAND:
        found.leave()
    elif outcome is Outcome.LATER:
        found.wait(uid, until=time.time() + WAIT_FOR)
    elif is_ours:
        take_out(folder, found, uid=uid)
    else:
        found.note_done(uid)


def take_out(folder: Folder, found: Look, *, uid: int) -> None:
    """One that the server does not give away stays; the next looks try to take it out, and read it no more."""
    try:
        folder.take_out(uid)
    except imaplib.IMAP4.abort:
        raise
    except imap.REFUSED as error:
        logger.error("Mail %s in the mailbox for answers cannot be taken out: %s", uid, error)
        found.row.waiting[str(uid)] = DEALT_WITH
        found.leave()
        return
    found.note_done(uid)


def hand_over(fetched: Fetched, found: Look) -> tuple[Outcome, bool]:
    """What came of the mail, and whether it was addressed to us."""
    mail = parsing.parse(fetched.raw)
    paths = parsing.read_addresses(mail, "Return-Path")
    is_bounce = parsing.read_header(mail, "Return-Path") == "<>"
    arrived = find_arrival(fetched.arrived_at, last=found.row.looked_at, began=found.began_at, now=timezone.now())
    outcome = receiving.receive(
        Incoming(
            mail,
            arrived,
            Way.MAILBOX,
            envelope_sender="" if is_bounce else paths[0] if paths else None,
            is_cut=len(fetched.raw) >= MOST_BYTES,
        )
    )
    return outcome, outcome is not Outcome.NOT_OURS or is_to_us(mail)


def find_arrival(told: datetime | None, *, last: datetime | None, began: datetime, now: datetime) -> datetime:
    """When the mail came in: as the server says, unless the last look should have found it then, so that it was put
    there later, or its date is made up."""
    if told is None or last is None or told < last - TOLERANCE:
        return began
    return min(told, now)
