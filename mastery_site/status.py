"""The page that tells everybody whether the site works, what its outages were, and what was done for players."""

import time
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Outage
from games.play.heartbeats import may_run_out
from games.play.outage_credit import AT_LEAST, BEYOND_IN, MOST_BEYOND
from games.telling import tell_length
from mastery_site import VERSION
from mastery_site.health import examine

KEPT = 15
"""Seconds for which each process caches what it found: a crowd at the page costs no more than one reader."""
SHOWN = 30
"""How many outages are listed."""

WORDS = {
    "database": ("Games", "Turns can be played.", "The database does not answer."),
    "pages": ("Pages", "They answer whoever asks.", "They did not answer when they were last asked."),
    "sweep": ("Clocks", "Games whose time has run out end within two minutes.", "Nobody looks at the clocks just now."),
    "notices": ("Notifications", "Emails and the rest go out in time.", "Emails and the rest are late."),
    "mail": ("Mail server", "The mail server is accepting our emails.", "The mail server isn’t accepting our emails."),
    "broker": ("Background work", "It is done as it comes.", "It is held up, so notifications may be late."),
}
"""What each finding of `health.examine` is called here, and what it means to a player: if well, and if not."""


NOT_HEARD_OF = "We wait for its first sign."


class Part(NamedTuple):
    name: str
    well: bool
    words: str
    starting: bool = False


class Told(NamedTuple):
    """An outage in words."""

    what: str
    from_at: datetime
    until_at: datetime
    lasted: str
    done: str


class State(NamedTuple):
    at: datetime
    well: bool
    starting: bool
    """Whether some part has not been heard of since the site started."""
    parts: list[Part]
    clocks_wait: bool
    """Whether nobody loses on time just now."""
    outages: list[Told]


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    state = read_state(int(time.monotonic() / KEPT))
    rule = {"at_least": AT_LEAST, "most_beyond": MOST_BEYOND, "beyond_in": BEYOND_IN}
    told = {name: tell_length(length) for name, length in rule.items()}
    return render(request, "status.html", {"state": state, "version": VERSION, **told})


@lru_cache(maxsize=1)
def read_state(slot: int) -> State:
    """The state of the site, cached for as long as `slot` stays the same."""
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
    """What works and what does not, in the order of what matters to a player."""
    findings = examine(now)
    parts = []
    for name, (title, if_well, if_not) in WORDS.items():
        well, starting = findings[name]["ok"], findings[name].get("starting", False)
        parts.append(Part(title, well, NOT_HEARD_OF if starting else if_well if well else if_not, starting))
    return parts


def tell(outage: Outage) -> Told:
    length = outage.until_at - outage.from_at
    what = outage.get_kind_display()
    return Told(
        what=what[0].upper() + what[1:],
        from_at=outage.from_at,
        until_at=outage.until_at,
        lasted=tell_length(length),
        done=tell_done(outage),
    )


def tell_done(outage: Outage) -> str:
    """How many games were given time, and how much."""
    if outage.settled_at is None:
        return "Deadlines are being moved. Until that is done nobody loses on time."
    if not outage.games_moved:
        return "No running clock was touched."
    games = f"{outage.games_moved:,} game{'' if outage.games_moved == 1 else 's'}"
    length, least = tell_length(outage.until_at - outage.from_at), tell_length(AT_LEAST)
    if outage.kind == Outage.Kind.MAIL:
        return f"{games} due that day: up to {least} more."
    if outage.until_at - outage.from_at >= AT_LEAST:
        return f"{games}: {length} more."
    return f"{games}: {length} more, or up to {least} where time was about to run out."
