"""Figures for Prometheus at `/metrics`: requests counted by view, and the state of the site as in `/healthz`.

Only a program on this machine, or one that sends METRICS_TOKEN, may read them; all others get 404. If several processes
serve pages, PROMETHEUS_MULTIPROC_DIR names a folder in which they add up their counts.
"""

import os
import re
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
LOOPBACK = {"127.0.0.1", "::1"}
FORWARDED = re.compile(r"HTTP_(X_FORWARDED\w*|FORWARDED\w*|VIA|X_REAL\w*|X_ORIGINAL\w*|\w*CLIENT_IP|\w*CONNECTING_IP)")
"""Headers that reverse proxies add to a request. One of them is enough, since a proxy may add only one."""

REQUESTS = Histogram(
    "site_request_seconds",
    "Time to answer a request.",
    ["view", "method", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def count_request(*, view: str, method: str, status: int, seconds: float) -> None:
    REQUESTS.labels(view, method if method in METHODS else "other", str(status)).observe(seconds)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        raise Http404
    return HttpResponse(render(), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    """Whether the request has the token, or comes directly from this machine and not through a reverse proxy on it."""
    shown = request.headers.get("Authorization", "")
    if settings.METRICS_TOKEN and constant_time_compare(shown, f"Bearer {settings.METRICS_TOKEN}"):
        return True
    direct = not any(FORWARDED.fullmatch(name) for name in request.META)
    return direct and request.META.get("REMOTE_ADDR") in LOOPBACK


def render() -> bytes:
    counted, state = REGISTRY, CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    state.register(StateCollector())
    return generate_latest(counted) + generate_latest(state)


class StateCollector:
    """Reads the state from the database each time it is asked, so that all web processes report the same."""

    def collect(self) -> Iterator[Metric]:
        from mastery_site.health.healthz import examine  # models are not loaded yet when the middleware imports this
        from mastery_site.models import LastRun

        findings = examine(timezone.now())
        well = GaugeMetricFamily("site_part_ok", "1 where this part of the site is well, else 0.", labels=["part"])
        for name, finding in findings.items():
            well.add_metric([name], float(finding["ok"]))
        yield well
        if not findings["database"]["ok"]:
            return
        yield GaugeMetricFamily(
            "site_oldest_unsent_notice_seconds",
            "How long the oldest unsent notice has waited since it was due.",
            findings["notices"].get("oldest_seconds", 0),
        )
        yield GaugeMetricFamily(
            "site_mail_failing_seconds",
            "For how long no email could be sent, for a fault of the site's own; 0 while emails go out.",
            findings["mail"].get("failing_seconds") or 0,
        )
        yield GaugeMetricFamily(
            "site_replies_failing_seconds",
            "For how long answers by email could not be read, for a fault of the site's own; 0 while they are.",
            findings["replies"].get("failing_seconds") or 0,
        )
        runs = GaugeMetricFamily("site_task_last_success", "Unix time of a task's last success.", labels=["task"])
        for run in LastRun.objects.order_by("task"):
            runs.add_metric([run.task], run.ended_at.timestamp())
        yield runs
        if findings["broker"]["ok"]:
            yield from list_counts()


COUNTED = {
    "games": ("site_games", "state", "Games that run, and that have ended."),
    "players": ("site_players", "who", "People with an account, those of them here within 24 hours, and guests."),
    "notices": ("site_notices", "state", "Notices that wait, and those that were closed within 24 hours."),
    "waiting": ("site_waiting", "what", "Work that waits in rows, and messages in each queue that no worker has."),
}
"""The name, label and meaning of each figure of `counts`."""


def list_counts() -> Iterator[Metric]:
    from mastery_site.health.counts import count

    for field, numbers in count(timezone.now())._asdict().items():
        name, label, meaning = COUNTED[field]
        figure = GaugeMetricFamily(name, meaning, labels=[label])
        for which, number in numbers.items():
            figure.add_metric([which], number)
        yield figure
