"""The database, the cache and the broker: servers that variables name, or files in the data folder."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dj_database_url
from environs import Env

from mastery_site.environment.data_folder import make_folders
from mastery_site.environment.variables import TRUE, number

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

POSTGRESQL = "django.db.backends.postgresql"
PROGRAM = "correspondence-games"
"""What our connections to PostgreSQL call themselves, before host and process. Other programs can tell by it that the
site runs."""
LOST_DATABASE = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""How soon a connection notices that its database has vanished. The last value is in milliseconds, the others in
seconds."""
PATIENCE = 10
"""Seconds that a request waits for a connection, and for which the pool keeps trying to make one.

The pool pauses longer after each attempt. If it tried for longer than requests wait, requests that come after the
database is back would wait in vain for such a pause to end. So it gives up, and starts again for the next request that
waits.
"""


def database(env: Env, *, embedded: bool, data_dir: Path) -> dict[str, Any]:
    """The settings of the database: SQLite in WAL mode with IMMEDIATE transactions, or the PostgreSQL of DATABASE_URL.

    On PostgreSQL a pool keeps the connections. `?server_side_binding=0` is for a PgBouncer that gives each transaction
    another session. Then no session keeps anything beyond a transaction: there are no prepared statements and no
    cursors.
    """
    if embedded:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data_dir / "db.sqlite3",
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
            },
        }
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(env.str("DATABASE_URL")))
    except ValueError:
        return {"ENGINE": "django.db.backends.dummy"}
    if config["ENGINE"] != POSTGRESQL:
        return {"ENGINE": "django.db.backends.dummy"}
    config["CONN_MAX_AGE"] = 0  # the pool keeps connections; Django must not
    config["CONN_HEALTH_CHECKS"] = True  # after a restart of the database the pool is full of dead connections
    options = config.setdefault("OPTIONS", {})
    options.setdefault("application_name", f"{PROGRAM} {socket.gethostname()[:30]} {os.getpid()}")
    binds = str(options.get("server_side_binding", 1)).lower() in TRUE
    options["server_side_binding"] = binds  # it allows prepared statements
    config["DISABLE_SERVER_SIDE_CURSORS"] = not binds
    for name, value in LOST_DATABASE.items():
        options.setdefault(name, value)
    options.setdefault("prepare_threshold", 2)  # times: planning takes longer than running most of ours
    pool = {"min_size": 1, "max_size": max(1, number(os.environ, "DATABASE_POOL", 10))}
    options.setdefault(
        "pool", {**pool, "timeout": PATIENCE, "reconnect_timeout": PATIENCE, "reconnect_failed": try_again}
    )
    return config


def try_again(pool: "ConnectionPool") -> None:
    """Makes a pool that gave up try again for the requests that already wait: only a new request for a connection does
    that."""
    from psycopg import OperationalError

    if pool.get_stats().get("requests_waiting"):
        with suppress(OperationalError), pool.connection(timeout=0.01):
            pass


def cache(redis_url: str, *, data_dir: Path) -> dict[str, Any]:
    """The settings of the cache: Redis, or files that the web and worker processes share."""
    if redis_url:
        patience = {"socket_connect_timeout": 1, "socket_timeout": 2}  # seconds: a silent server must not block users
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url, "OPTIONS": patience}
    if make_folders(data_dir):
        return {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}  # the checks refuse to start
    return {
        "BACKEND": "mastery_site.embedded.file_cache.FileCache",
        "LOCATION": data_dir / "cache",
        "OPTIONS": {"MAX_ENTRIES": 8000},  # no network makes so many: it would push out those of others
    }


def broker_transport(redis_url: str) -> str | None:
    """The Celery transport, if the address of the queue does not name it."""
    return None if redis_url else "mastery_site.embedded.file_queue:Transport"


def broker_options(redis_url: str, *, data_dir: Path) -> dict[str, Any]:
    """Options of the Celery transport: short waits, so that a lost broker never slows a turn."""
    if redis_url:
        return {"socket_connect_timeout": 1, "socket_timeout": None, "visibility_timeout": 3600}
    queue = data_dir / "queue"
    return {
        "data_folder_in": str(queue / "messages"),
        "data_folder_out": str(queue / "messages"),
        "processed_folder": str(queue / "processed"),
        "control_folder": str(queue / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }
