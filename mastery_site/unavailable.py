"""The page for a fault on our side. It says so if the fault is temporary: a full disk, a database or a Redis that is
away or takes no changes."""

import errno
import sqlite3
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

from core.words import Said
from mastery_site.words import faults

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NO_ROOM_NAMES = ("SQLITE_FULL", "SQLITE_IOERR")
REDIS_AWAY = ("redis.exceptions.ConnectionError", "redis.exceptions.TimeoutError")
REDIS_REFUSES = ("redis.exceptions.ResponseError",)
"""It is full, a replica, without replicas, cannot save, or its password changed: what we ask of it is always the same,
so that the reason is never ours."""
DATABASE_READ_ONLY = ("psycopg.errors.ReadOnlySqlTransaction",)
POOL_EMPTY = ("psycopg_pool.PoolTimeout",)
RETRY_AFTER = 30
"""Seconds that a well-behaved program waits."""


def explain(error: BaseException | None) -> Said | None:
    """What is missing, for the page; None if the fault is in our own program."""
    if error is None:
        return None
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return faults.DISK_FULL()
    if isinstance(error, sqlite3.OperationalError) and getattr(error, "sqlite_errorname", "").startswith(NO_ROOM_NAMES):
        return faults.DISK_FULL()
    if is_called(error, REDIS_AWAY):
        return faults.PART_AWAY()
    if is_called(error, REDIS_REFUSES):
        return faults.PART_REFUSES()
    if is_read_only(error):
        return faults.DATABASE_READ_ONLY()
    if isinstance(error, OperationalError | InterfaceError) or is_called(error, POOL_EMPTY):
        return explain(error.__cause__) or faults.DATABASE_AWAY()
    return explain(error.__cause__)


def is_read_only(error: BaseException) -> bool:
    """Whether a database refused a change because it takes none: it is set so, a standby, or a file only to be read."""
    name = getattr(error, "sqlite_errorname", "")
    return is_called(error, DATABASE_READ_ONLY) or name.startswith("SQLITE_READONLY")


def is_called(error: BaseException, names: tuple[str, ...]) -> bool:
    """Whether it is of a class with one of these names. A site without Redis and PostgreSQL does not load their
    libraries to ask, which would hold ten megabytes in each process."""
    return any(f"{kind.__module__}.{kind.__qualname__}" in names for kind in type(error).__mro__)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django calls this as `handler500` while it handles the error. Answers 503 if the fault is temporary, else 500."""
    what = explain(sys.exc_info()[1])
    if not what:
        return defaults.server_error(request)
    response = render(None, "503.html", {"what": what}, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
