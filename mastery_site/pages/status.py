"""The page that tells everybody whether the site works, which outages it had, and how players were compensated."""

import time
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.conduct import rights
from core.words import Said, tell_length
from games.models import Outage
from games.play.heartbeats import may_run_out
from games.play.outage_credit import AT_LEAST, BEYOND_IN, MOST_BEYOND
from mastery_site import VERSION
from mastery_site.health.healthz import examine
from mastery_site.words import status as words
from notifications import log_ins
from notifications.channels.email.transport import find_log_in
from notifications.models import ServerFault

KEPT = 15
"""Seconds for which each process caches the state: many readers of the page cost no more than one."""
SHOWN = 30
"""The most outages that are listed."""

WORDS = {
    "database": (words.DATABASE, words.DATABASE_WELL, words.DATABASE_NOT),
    "pages": (words.PAGES, words.PAGES_WELL, words.PAGES_NOT),
    "sweep": (words.SWEEP, words.SWEEP_WELL, words.SWEEP_NOT),
    "notices": (words.NOTICES, words.NOTICES_WELL, words.NOTICES_NOT),
    "mail": (words.MAIL, words.MAIL_WELL, words.MAIL_NOT),
    "replies": (words.REPLIES, words.REPLIES_WELL, words.REPLIES_NOT),
    "broker": (words.BROKER, words.BROKER_WELL, words.BROKER_NOT),
}
"""What each finding of `healthz.examine` is called here, and what it means to a player if well and if not."""


class Part(NamedTuple):
    name: Said
    well: bool
    words: Said
    starting: bool = False


class Told(NamedTuple):
    """An outage as the page shows it."""

    what: str
    from_at: datetime
    until_at: datetime
    lasted: timedelta
    done: Said


class State(NamedTuple):
    """What is cached for all readers. It holds no finished text, which would be in the language of one of them."""

    at: datetime
    well: bool
    starting: bool
    """Whether any part has not been heard of since the site started."""
    parts: list[Part]
    clocks_wait: bool
    """Whether at present no player can lose on time."""
    outages: list[Told]


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    state = read_state(int(time.monotonic() / KEPT))
    rule = {"at_least": AT_LEAST, "most_beyond": MOST_BEYOND, "beyond_in": BEYOND_IN}
    told = {name: tell_length(length) for name, length in rule.items()}
    faults = list_faults() if rights.moderates(request.user) else []
    return render(request, "status.html", {"state": state, "version": VERSION, "faults": faults, **told})


def list_faults() -> list[ServerFault]:
    """For staff: servers that fail to do what the site asks, and what they said."""
    known = [find_log_in()]
    if settings.REPLY_MAILBOX:
        known.append(log_ins.LogIn(log_ins.Part.REPLIES, settings.REPLY_MAILBOX))
    return log_ins.list_faults(*known)


@lru_cache(maxsize=1)
def read_state(slot: int) -> State:
    """Returns the state of the site, cached for as long as `slot` stays the same."""
    now = timezone.now()
    parts = list_parts(now)
    found = Outage.objects.order_by("-from_at", "-pk")[:SHOWN]
    return State(
        at=now,
        well=all(part.well for part in parts),
        starting=any(part.starting for part in parts),
        parts=parts,
        clocks_wait=not may_run_out(now),
        outages=[tell(outage) for outage in found],
    )


def list_parts(now: datetime) -> list[Part]:
    """Returns what works and what does not, the most important part for players first."""
    findings = examine(now)
    parts = []
    for name, (title, if_well, if_not) in WORDS.items():
        if name == "replies" and not settings.REPLY_ADDRESS:
            continue
        well, starting = findings[name]["ok"], findings[name].get("starting", False)
        told = words.NOT_HEARD_OF if starting else if_well if well else if_not
        parts.append(Part(title(), well, told(), starting))
    return parts


def tell(outage: Outage) -> Told:
    return Told(
        what=Outage.Kind(outage.kind).label,
        from_at=outage.from_at,
        until_at=outage.until_at,
        lasted=outage.until_at - outage.from_at,
        done=tell_done(outage),
    )


def tell_done(outage: Outage) -> Said:
    """Says how many games were given time, and how much."""
    games, length = outage.games_moved, outage.until_at - outage.from_at
    if outage.settled_at is None:
        return words.MOVING()
    if not games:
        return words.NONE_TOUCHED()
    if outage.is_of_email:
        return words.MAIL_GIVEN(games=games, least=AT_LEAST)
    if length >= AT_LEAST:
        return words.GIVEN(games=games, length=length)
    return words.GIVEN_AT_LEAST(games=games, length=length, least=AT_LEAST)
