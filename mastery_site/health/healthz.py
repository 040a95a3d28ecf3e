"""Whether the site works: `/livez` is for programs that restart processes, `/healthz` for the person on call.

`/healthz` answers 200 or 503 with a few figures. None of them is secret, and all are cheap on a site of any size. A
part may be silent only because the site did not run. So for as long after a start as a part may be silent, it counts as
well and its state is `starting`.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import lru_cache, partial
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db.models import Max, Min, Q, QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.unreported import leave_unreported
from games.models import Heartbeat
from games.outage_detection import TOLD_AFTER
from games.play.heartbeats import LONGEST_SILENCE
from mastery_site.health.counts import PATIENCE
from mastery_site.models import LastRun
from mastery_site.processes.uptime import started_at
from notifications.channels.push import vapid
from notifications.channels.push.refusals import MOST_REFUSED, count_refused
from notifications.delivery.outbox import FIRST_WAIT, LONGEST_WAIT
from notifications.models import Notice

SWEEP = "games.tasks.flag_expired_games"
LONGEST_SWEEP_LAG = timedelta(minutes=2)
"""The promise to players: a game ends within this time after its time has run out."""
LONGEST_UNSENT = timedelta(minutes=10)
FOREVER = timedelta.max

Finding = dict[str, Any]


@never_cache
@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """Says that this process answers. It checks only what a restart of the process would repair."""
    return HttpResponse("alive\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    findings = examine(timezone.now())
    healthy = all(finding["ok"] for finding in findings.values())
    return leave_unreported(JsonResponse({"ok": healthy, **findings}, status=200 if healthy else 503))


def examine(now: datetime, *, but: Collection[str] = ()) -> dict[str, Finding]:
    """Returns a finding for each part of the site, except for the parts in `but`. Its `ok` says whether the part
    works."""
    found = {"database": look(check_database)}
    for name, check in CHECKS.items():
        if name in but:
            continue
        found[name] = look(partial(check, now)) if found["database"]["ok"] else {"ok": False}
    broker = look(check_broker)  # a silent broker takes time; the cache, on the same server, would take as long again
    return {**found, "broker": broker, "cache": look(check_cache) if broker["ok"] else {"ok": False}}


def look(check: Callable[[], Finding]) -> Finding:
    """Returns what the check found. For an exception it gives only the class, since the message may name hosts and
    people."""
    try:
        return check()
    except Exception as error:
        return {"ok": False, "fault": type(error).__name__}


def check_database() -> Finding:
    """Makes an update that changes nothing: a read-only database would answer a query, but players could not play."""
    LastRun.objects.filter(task="").update(ended_at=timezone.now())
    return {"ok": True}


def check_page(now: datetime) -> Finding:
    """Whether this process can show the log-in page, for which it needs its templates, the names of its static files, a
    session and the database. It asks for the page here as if the request had come by the scheme of the site.

    While it cannot, no player loses on time.
    """
    site = urlsplit(settings.SITE_URL)
    asked = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": reverse("account_login"),
        "QUERY_STRING": "",
        "SERVER_NAME": site.hostname or "",
        "SERVER_PORT": str(site.port or 80),
        "HTTP_HOST": site.netloc,
        "HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}={'healthz'.ljust(32, '0')}",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": site.scheme,
        "wsgi.input": BytesIO(),
    }
    return {"ok": load_handler().get_response(WSGIRequest(asked)).status_code == 200}


@lru_cache(maxsize=1)
def load_handler() -> BaseHandler:
    """Loads Django's request handler with all middleware, once per process."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def check_broker() -> Finding:
    options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **PATIENCE}
    with current_app.connection_for_write(transport_options=options) as broker:
        broker.connect()
    return {"ok": True}


def check_cache() -> Finding:
    """Writes to the cache: a full one or a replica still answers reads, but then no user can log in."""
    cache.set("healthz", True, timeout=60)
    return {"ok": True}


def check_pages(now: datetime) -> Finding:
    """Finds the seconds since the pages last answered the probe; null if no probe ever reached them.

    While this is not well, no player loses on time. Then repair the pages, or the probe.
    """
    heard = Heartbeat.objects.filter(part=Heartbeat.Part.WEB).first()
    if heard is None:
        return {"ok": True, "seconds_since": None}
    silence = now - heard.at
    return {**judge(silence, longest=LONGEST_SILENCE, now=now), "seconds_since": round(silence.total_seconds())}


def check_sweep(now: datetime) -> Finding:
    """Finds the seconds since the site last looked for games whose time has run out; null before the first time."""
    run = LastRun.objects.filter(task=SWEEP).first()
    if run is None:
        return {**judge(FOREVER, longest=LONGEST_SWEEP_LAG, now=now), "seconds_since": None}
    lag = now - run.ended_at
    return {**judge(lag, longest=LONGEST_SWEEP_LAG, now=now), "seconds_since": round(lag.total_seconds())}


def check_notices(now: datetime) -> Finding:
    """Finds the seconds since the oldest unsent notice first became due, however often it has been tried since.

    Notices that a server refused do not count here: otherwise a player's own server could make this fail. `check_mail`
    reports such refusals if the fault is the site's own.
    """
    waiting = list_near(now).filter(Q(due_at__lte=now) | Q(attempts__gt=0), refused_at=None)
    oldest, tried = waiting.aggregate(oldest=Min("due_at"), tried=Max("attempts")).values()
    age = max(now - oldest, waited_at_least(tried)) if oldest else timedelta()
    found = {"ok": age <= LONGEST_UNSENT} if tried else judge(age, longest=LONGEST_UNSENT, now=now)
    return {**found, "oldest_seconds": max(0, round(age.total_seconds()))}


def check_mail(now: datetime) -> Finding:
    """Finds the seconds since email began to fail because of a fault of the site's own; null while it works."""
    failing = Heartbeat.objects.filter(part=Heartbeat.Part.NO_MAIL).first()
    age = now - failing.at if failing else None
    return {"ok": age is None or age < TOLD_AFTER, "failing_seconds": age and max(0, round(age.total_seconds()))}


def check_replies(now: datetime) -> Finding:
    """Finds the seconds since replies by email began to fail, and since the mailbox was last read completely.

    Both are null if there is no such time, or if the site does not take replies.
    """
    if not settings.REPLY_ADDRESS:
        return {"ok": True, "failing_seconds": None, "seconds_since": None}
    parts = [Heartbeat.Part.NO_REPLY, Heartbeat.Part.REPLIES]
    heard = {part: now - at for part, at in Heartbeat.objects.filter(part__in=parts).values_list("part", "at")}
    failing = heard.get(Heartbeat.Part.NO_REPLY)
    silence = heard.get(Heartbeat.Part.REPLIES) if settings.REPLY_MAILBOX else None
    judged = judge(silence, longest=LONGEST_SILENCE, now=now) if silence is not None else {"ok": True}
    return {
        **(judged if failing is None or failing < TOLD_AFTER else {"ok": False}),
        "failing_seconds": tell_seconds(failing),
        "seconds_since": tell_seconds(silence),
    }


def tell_seconds(age: timedelta | None) -> int | None:
    return None if age is None else max(0, round(age.total_seconds()))


def check_push(now: datetime) -> Finding:
    """Counts the readers who wait for messages that a push service refuses while it takes no others. It also says
    whether messages can be signed, if there is a key."""
    readers, signs = count_refused(now), not (vapid.is_set_up() and vapid.find_fault())
    return {"ok": signs and readers < MOST_REFUSED, "refused_readers": readers, "signs": signs}


def list_near(now: datetime) -> QuerySet[Notice]:
    """Returns notices that are due, or that failed and were put off. The index covers these."""
    return Notice.objects.open().filter(due_at__lte=now + LONGEST_WAIT)


def judge(silence: timedelta, *, longest: timedelta, now: datetime) -> Finding:
    """Whether a part that has been silent for this long works. Time in which the site did not run does not count."""
    if silence <= longest:
        return {"ok": True}
    return {"ok": True, "starting": True} if now - started_at(now) <= longest else {"ok": False}


def waited_at_least(attempts: int) -> timedelta:
    """The least time that a notice has waited that was tried this often. Each failure moves `due_at`, which hides its
    age."""
    return sum((min(FIRST_WAIT * 2 ** min(n, 10), LONGEST_WAIT) for n in range(attempts - 1)), timedelta())


CHECKS = {
    "page": check_page,
    "pages": check_pages,
    "sweep": check_sweep,
    "notices": check_notices,
    "mail": check_mail,
    "replies": check_replies,
    "push": check_push,
}
"""The checks that need the database, once it answers."""
