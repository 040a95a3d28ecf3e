"""Finds the times in which the site failed its players: by a heartbeat, a probe of the pages, and email that fails,
which is not sent or whose answers are not read.

It notes when each part has worked, records outages, and `games/play/outage_settlement.py` makes up for them.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import events
from games.models import Heartbeat, Outage
from games.play.heartbeats import LONGEST_SILENCE, Part
from games.play.outage_credit import AT_LEAST

logger = logging.getLogger(__name__)

PATIENCE = 4
"""Seconds that the pages have to answer, for each step of the request."""
LONGEST_FAILING = timedelta(hours=1)
"""Email that fails for this long, without one email sent, is an outage."""
IS_FAILING = {
    Outage.Kind.MAIL: (Part.NO_MAIL, events.mail_failing),
    Outage.Kind.REPLIES: (Part.NO_REPLY, events.replies_failing),
}
"""For each kind of outage: the part that notes since when it has been failing, and the signal that announces this. It
becomes an outage if it lasts."""
TOLD_AFTER = timedelta(minutes=3)
"""Pages that are silent for this long, while tasks run, are announced, since nobody may be looking; so is email that
fails."""


def look(*, now: datetime | None = None) -> bool:
    """Notes that the tasks run and that the pages answer; records an outage after a silence.

    Returns False while the pages do not answer, since nobody can move then. Pages that never answered are trusted,
    because the probe may be at fault. A silence of the tasks is part of the silence of the pages, which only a running
    task can hear.
    """
    answer = do_pages_answer()
    now = now or timezone.now()
    with transaction.atomic():
        parts = [Part.BEAT, Part.WEB, Part.NO_WEB]
        rows = Heartbeat.objects.select_for_update(no_key=True).filter(part__in=parts).order_by("part")
        heard = dict(rows.values_list("part", "at"))
        if not answer:
            logger.warning("The pages do not answer at %s", settings.PROBE_URL)
            _note_silence(heard, now=now)
            note(Part.BEAT, now=now)
            return Part.WEB not in heard
        _end_silence(heard, now=now)
        last = heard.get(Part.WEB) or heard.get(Part.BEAT)
        if last and now - last >= LONGEST_SILENCE:
            record(Outage.Kind.SITE, from_at=last, until_at=now)
        note(Part.BEAT, Part.WEB, now=now)
    return True


def record(kind: Outage.Kind, *, from_at: datetime, until_at: datetime) -> None:
    """Records the outage, once. The time in which the site itself was down is not counted against email as well."""
    defaults = {"until_at": until_at, "found_at": until_at}
    outage, made = Outage.objects.get_or_create(kind=kind, from_at=from_at, defaults=defaults)
    if made:
        logger.error("Outage found: %s", outage)
    if kind == Outage.Kind.SITE:
        Heartbeat.objects.filter(part__in=[Part.NO_MAIL, Part.NO_REPLY], at__lt=until_at).update(at=until_at)


def note(*parts: Heartbeat.Part, now: datetime) -> None:
    """Records that these parts work."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(part=part, at=now) for part in parts],
        update_conflicts=True,
        unique_fields=["part"],
        update_fields=["at"],
    )


# --- The pages ---------------------------------------------------------------------------------------------------
def do_pages_answer() -> bool:
    """Whether players can move: the health page answers, reaches its database, and could show a page. Late emails or
    sweeps stop nobody.

    It is asked for by the host of the site; by which scheme makes no difference to it. Without PROBE_URL nobody looks,
    and the pages count as answering.
    """
    if not settings.PROBE_URL:
        return True
    try:
        found = json.loads(ask(settings.PROBE_URL))
        return bool(found["database"]["ok"] and found.get("page", {"ok": True})["ok"])  # older processes tell of none
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return False


def ask(url: str) -> bytes:
    """The body of the answer, whatever its status. Raises OSError, HTTPException, ValueError."""
    parts, site = urlsplit(url), urlsplit(settings.SITE_URL)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = connect(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", parts.path, headers={"Host": site.netloc})
        return connection.getresponse().read(100_000)
    finally:
        connection.close()


def _note_silence(heard: dict[str, datetime], *, now: datetime) -> None:
    """Announces pages that have been silent for minutes, at one look: the one before it was too early.

    `heard` is what was known before this look. Pages that were never heard of are not missed.
    """
    if Part.WEB not in heard:
        return
    if (since := heard.get(Part.NO_WEB)) is None:
        note(Part.NO_WEB, now=now)
    elif now - since >= TOLD_AFTER and not _was_told(heard, since):
        logger.error("The pages have not answered since %s, while tasks run", since)
        events.pages_silent.send(sender=Heartbeat, since=since)


def _end_silence(heard: dict[str, datetime], *, now: datetime) -> None:
    if (since := heard.get(Part.NO_WEB)) is None:
        return
    Heartbeat.objects.filter(part=Part.NO_WEB).delete()
    if _was_told(heard, since):
        logger.error("The pages answer again, after %s", now - since)
        events.pages_back.send(sender=Heartbeat, since=since, until=now)


def _was_told(heard: dict[str, datetime], since: datetime) -> bool:
    """Whether the previous look had already found them silent for this long. Every look is noted."""
    return heard[Part.BEAT] - since >= TOLD_AFTER


# --- Mail --------------------------------------------------------------------------------------------------------
def note_mail(works: bool, *, now: datetime) -> None:
    """Notes how a run of the email went: that one was sent, or that none could be.

    Email that has failed for an hour is an outage, found while it goes on. It gives each game due that day twelve
    hours; after twelve hours of failing a new one starts. So players get their time before the email is repaired.
    """
    if works:
        note(Part.MAIL, now=now)
        _close_failing(Outage.Kind.MAIL, now=now)
        return
    _note_failing(Outage.Kind.MAIL, now=now)


def note_refusals(everybody: bool, *, now: datetime) -> None:
    """Notes a run in which the server answered, and refused every email: to everybody, which is a fault of ours that
    lasts until one is sent, or to these alone."""
    if everybody:
        note(Part.REFUSED, now=now)
        _note_failing(Outage.Kind.MAIL, now=now)
    else:
        _close_failing(Outage.Kind.MAIL, now=now)


def note_replies(works: bool, *, now: datetime, looked_at: datetime | None = None) -> None:
    """Notes whether answers by email can be read. An hour in which they cannot is an outage, as for email that is not
    sent; while that fails as well, it counts alone.

    `looked_at` is when a look into the mailbox began that left no answer behind: no game is lost for one that came
    before.
    """
    if looked_at is not None:
        note(Part.REPLIES, now=looked_at)
    if works:
        _close_failing(Outage.Kind.REPLIES, now=now)
    else:
        _note_failing(Outage.Kind.REPLIES, now=now)


def _note_failing(kind: Outage.Kind, *, now: datetime) -> None:
    part, signal = IS_FAILING[kind]
    with transaction.atomic():
        rows = Heartbeat.objects.select_for_update(no_key=True)
        failing, _ = rows.get_or_create(part=part, defaults={"at": now})
        _lengthen(kind, failing.at, until_at=now)
        if now - failing.at >= AT_LEAST:
            failing.at += (now - failing.at) // AT_LEAST * AT_LEAST
            failing.save(update_fields=["at"])
        if now - failing.at >= LONGEST_FAILING and not _counts_as_mail(kind, since=failing.at):
            record(kind, from_at=failing.at, until_at=now)
        if now - failing.at >= TOLD_AFTER:
            signal.send(sender=Heartbeat, since=failing.at)


def _counts_as_mail(kind: Outage.Kind, *, since: datetime) -> bool:
    """Whether the same time is an outage of sent email, which gives players as much: one server is away for both."""
    if kind == Outage.Kind.MAIL:
        return False
    if Outage.objects.filter(kind=kind, from_at=since).exists():
        return False  # it was there first
    sends_nothing = Heartbeat.objects.filter(part=Part.NO_MAIL).exists()
    return sends_nothing or Outage.objects.filter(kind=Outage.Kind.MAIL, until_at__gt=since).exists()


def _close_failing(kind: Outage.Kind, *, now: datetime) -> None:
    part, _ = IS_FAILING[kind]
    with transaction.atomic():
        for failing in find_failing(part):
            _lengthen(kind, failing.at, until_at=now)
            failing.delete()
        if kind == Outage.Kind.MAIL and find_failing(Part.REFUSED):
            Heartbeat.objects.filter(part=Part.REFUSED).delete()


def find_failing(part: str) -> QuerySet[Heartbeat]:
    """Locked."""
    return Heartbeat.objects.select_for_update(no_key=True).filter(part=part)


def _lengthen(kind: Outage.Kind, from_at: datetime, *, until_at: datetime) -> None:
    """Updates what is told of an outage of email that goes on. Up to twelve hours of it give the same time, however
    long."""
    found = Outage.objects.filter(kind=kind, from_at=from_at, until_at__lt=until_at)
    found.update(until_at=min(until_at, from_at + AT_LEAST))
