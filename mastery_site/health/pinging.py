"""Tells an outside service each minute that all is well. The service raises an alarm when it hears nothing for minutes.

A worker sends the message when beat tells it to. So the service also notices a worker or a beat that is stuck.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from computers.models import LEASE, Thought
from core import outgoing
from mastery_site.health.healthz import Finding, examine

logger = logging.getLogger(__name__)

SLOWEST_TURN = timedelta(minutes=10)
"""If a computer's turn waits this long while no worker thinks, there is no worker: the top level thinks for 20
seconds."""


def ping(now: datetime | None = None) -> bool:
    """Tells the service, unless any part is unwell, and returns whether it was told. A service that does not answer
    does no harm."""
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
    """Returns the names of the parts that are not well, or have yet to start.

    It leaves it to the probe to find out whether pages can be shown, since this process shows none.
    """
    found = {**examine(now, but=["page"]), "computers": check_computers(now)}
    return [name for name, finding in found.items() if not finding["ok"] or finding.get("starting")]


def check_computers(now: datetime) -> Finding:
    """Whether a worker plays the computers' turns: no turn has waited for long while no worker thinks.

    Some turns do not wait for a worker: those that staff stopped, those of a computer that is switched off, and those
    that wait for another game to move on.
    """
    waiting = Thought.objects.allowed().filter(asked_at__lt=now - SLOWEST_TURN, relayed=False)
    is_thinking = Thought.objects.filter(seen_at__gte=now - LEASE.lasts, relayed=False).exists()
    return {"ok": is_thinking or not waiting.exists()}
