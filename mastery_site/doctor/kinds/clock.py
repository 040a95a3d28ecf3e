"""Checks whether this machine's clock agrees with its database and its cache. Deadlines and codes depend on it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from mastery_site.doctor.contract import Asked, Examination, Line, describe
from mastery_site.doctor.kinds.database import connect

MOST_APART = timedelta(seconds=10)
"""A code of a second factor is valid for thirty seconds, and deadlines have a grace period of some seconds."""
PATIENCE = {"socket_connect_timeout": 2, "socket_timeout": 2}


class Clock(Examination):
    name = "clock"
    order = 45

    def examine(self, asked: Asked) -> Iterator[Line]:
        is_elsewhere = connection.vendor == "postgresql" or settings.REDIS_URL
        if not is_elsewhere:
            yield Line(True, f"{timezone.now():%Y-%m-%d %H:%M:%S} UTC; all is on this machine, so nothing to compare.")
        if connection.vendor == "postgresql":
            yield look("database", ask=ask_database)
        if settings.REDIS_URL:
            yield look("Redis", ask=ask_redis)


def look(about: str, *, ask: Callable[[], tuple[datetime, datetime]]) -> Line:
    """Looks at one clock by itself, so that a server that is away does not affect the other."""
    try:
        began, told = ask()
    except Exception as error:
        return Line(False, describe(error), about=about)
    return compare(told, began=began, about=about)


def ask_database() -> tuple[datetime, datetime]:
    """Returns when the database was asked, by our clock, and the time that it told."""
    with closing(connect()) as server:
        began = timezone.now()
        return began, server.execute("SELECT clock_timestamp()").fetchone()[0]


def ask_redis() -> tuple[datetime, datetime]:
    with closing(redis.Redis.from_url(settings.REDIS_URL, **PATIENCE)) as client:
        began = timezone.now()
        seconds, micro = client.time()
        return began, datetime.fromtimestamp(seconds, UTC) + timedelta(microseconds=micro)


def compare(told: datetime, *, began: datetime, about: str) -> Line:
    """Compares the times, without counting the time that the answer took."""
    ended = timezone.now()
    apart = max(began - told, told - ended, timedelta())
    said = f"Here {began:%Y-%m-%d %H:%M:%S} UTC, there {told.astimezone(UTC):%H:%M:%S}"
    return Line(apart <= MOST_APART, f"{said}: {apart.total_seconds():.1f} s apart.", about=about)


kind = Clock()
