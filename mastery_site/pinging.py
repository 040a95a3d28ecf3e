"""Tells a service elsewhere, each minute, that all is well: what it does not hear for minutes, it reports.

A worker asks it, at the wish of beat, so a worker or a beat that stands still is silence, too.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from computers.models import LEASE, Thought
from core import outgoing
from mastery_site.health import Finding, examine

logger = logging.getLogger(__name__)

SLOWEST_TURN = timedelta(minutes=10)
"""A computer's turn that waits for so long while none thinks has no worker: the last level thinks for 20 seconds."""


def ping(now: datetime | None = None) -> bool:
    """Whether the service was told. It is not while any part is unwell; one that does not answer harms nothing."""
    if not settings.PING_URL:
        return False
    if unwell := find_unwell(now or timezone.now()):
        logger.warning("PING_URL is not told that all is well: %s", ", ".join(unwell))
        return False
    try:
        status = outgoing.send("GET", settings.PING_URL).status
    except (outgoing.NotAllowed, outgoing.Unreached) as error:
        logger.warning("PING_URL could not be told that all is well: %s", error)
        return False
    if status >= 300:
        logger.warning("PING_URL could not be told that all is well: it answered %s", status)
    return status < 300


def find_unwell(now: datetime) -> list[str]:
    """The names of the parts that are not well, or have yet to start. Whether pages can be shown is what the probe has
    found out: this process shows none."""
    found = {**examine(now, but=["page"]), "computers": check_computers(now)}
    return [name for name, finding in found.items() if not finding["ok"] or finding.get("starting")]


def check_computers(now: datetime) -> Finding:
    """Whether a worker takes the turns of computers: none has waited for long while nobody thinks. One that staff
    stopped, one whose computer is switched off, and one that waits for another game to move on, wait for no worker."""
    waiting = Thought.objects.allowed().filter(asked_at__lt=now - SLOWEST_TURN, relayed=False)
    is_thinking = Thought.objects.filter(seen_at__gte=now - LEASE.lasts, relayed=False).exists()
    return {"ok": is_thinking or not waiting.exists()}
