"""The page for an error of the site itself. It says so if the fault is temporary: a full disk, or a database or Redis
that is away or refuses changes."""

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
"""Redis is full, is a replica, lacks replicas, cannot save, or has another password. Our commands are always the same,
so the reason is never a fault of ours."""
DATABASE_READ_ONLY = ("psycopg.errors.ReadOnlySqlTransaction",)
POOL_EMPTY = ("psycopg_pool.PoolTimeout",)
RETRY_AFTER = 30
"""Seconds after which a well-behaved program tries again."""


def explain(error: BaseException | None) -> Said | None:
    """Says what is missing, for the page; None if the fault is in our own program."""
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
    """Whether a database refused a change because it is read-only: by its settings, as a standby, or as a read-only
    file."""
    name = getattr(error, "sqlite_errorname", "")
    return is_called(error, DATABASE_READ_ONLY) or name.startswith("SQLITE_READONLY")


def is_called(error: BaseException, names: tuple[str, ...]) -> bool:
    """Whether the error's class has one of these names.

    A site without Redis and PostgreSQL does not load their libraries to find out, which would take ten megabytes in
    each process.
    """
    return any(f"{kind.__module__}.{kind.__qualname__}" in names for kind in type(error).__mro__)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django calls this as `handler500` while it handles the error. It answers 503 if the fault is temporary, otherwise
    500."""
    what = explain(sys.exc_info()[1])
    if not what:
        return defaults.server_error(request)
    response = render(None, "503.html", {"what": what}, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
