"""Turns environment variables into settings: the secret key, the database, the broker, mail.

Nothing here raises for a missing or malformed value. The settings must load before `mastery_site.checks` can report it.
"""

import base64
import functools
import os
import secrets
import socket
import stat
from collections.abc import Mapping
from contextlib import suppress
from email.headerregistry import Address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url
from environs import Env

from core.drafts import publish
from core.numbers import read_number

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

POSTGRESQL = "django.db.backends.postgresql"
PROGRAM = "correspondence-games"
"""What our connections to PostgreSQL call themselves, before host and process. Other programs can tell by it that the
site runs."""
SMTP = "notifications.channels.email.smtp.StagedBackend"
ANYMAIL_PREFIX = "anymail+"  # EMAIL_URL=anymail+mailgun: with the provider's own settings in ANYMAIL_*


P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-5): a private key is a smaller number."""
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
SECRET_KEY, VAPID_KEY = "secret_key", "vapid_key"
"""Files of the data folder in which the embedded site stores its keys. A public server gets them as settings."""
QUEUE_FOLDERS = ("messages", "control", "processed")
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def number(environ: Mapping[str, str], name: str, default: int) -> int:
    """Returns a whole number, or the default if the value is missing or malformed."""
    found = read_number(environ.get(name, "").strip())
    return default if found is None else found


def flag(environ: Mapping[str, str], name: str) -> bool:
    """Whether a switch is on: `1`, `true`, `yes` or `on` in any case."""
    return environ.get(name, "").strip().lower() in TRUE


def keep_private(data_dir: Path) -> str:
    """Makes the data folder, or closes an existing one to other users. Lets only the owner read what this process
    writes.

    Returns a sentence that says what is wrong, or an empty text.
    """
    os.umask(0o077)
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        found = data_dir.stat()
        if found.st_mode & stat.S_ISVTX:  # a folder like /tmp: closing it would lock out all other users
            return f"The data folder {data_dir} is shared by the users of this machine. Name one of its own."
        if stat.S_IMODE(found.st_mode) != 0o700:
            data_dir.chmod(0o700)
    except PermissionError:
        return f"The data folder {data_dir} cannot be closed to others: it belongs to another user."
    except OSError as error:
        return f"The data folder {data_dir} cannot be written: {error.strerror or error}."
    return ""


def close_to_others(data_dir: Path) -> None:
    """Removes the rights of other users to the files of the data folder, which older versions of the site left
    readable.

    It leaves files of other owners as they are. Raises OSError.
    """
    for folder, _, files in os.walk(data_dir):
        for path in (Path(folder), *(Path(folder) / name for name in files)):
            try:
                found = path.lstat()
                if found.st_mode & 0o077 and found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode):
                    path.chmod(found.st_mode & 0o700)
            except FileNotFoundError:
                continue  # a file of the queue, taken meanwhile


@functools.cache
def make_folders(data_dir: Path) -> str:
    """Makes the data folder and its subfolders. Returns a sentence that says what is wrong, or an empty text."""
    try:
        for name in QUEUE_FOLDERS:
            (data_dir / "queue" / name).mkdir(parents=True, exist_ok=True)
        (data_dir / "static").mkdir(exist_ok=True)  # whitenoise complains of a folder that is not there
        draft = data_dir / f".writable.{os.getpid()}"
        draft.write_bytes(b"x" * 4096)  # a full disk still makes empty files
        draft.unlink()
    except OSError as error:
        return f"The data folder {data_dir} cannot be written: {error.strerror or error}."
    return ""


def secret_key(given: str, *, embedded: bool, data_dir: Path) -> str:
    """Returns the given key. With the embedded database it makes a key at the first start and keeps it in the data
    folder."""
    if given or not embedded or make_folders(data_dir):
        return given or "missing-" + "x" * 60  # the system checks refuse to start with this key
    return keep(data_dir / SECRET_KEY, secrets.token_urlsafe(60))


def vapid_key(given: str, *, embedded: bool, data_dir: Path) -> str:
    """Returns the given key for push messages. With the embedded database it makes one at the first start and keeps
    it."""
    if given or not embedded or make_folders(data_dir):
        return given
    return keep(data_dir / VAPID_KEY, make_vapid_key())


def read_kept(path: Path) -> str:
    """Reads a key that the embedded site of this folder stored, even if the site is no longer embedded; empty if there
    is none."""
    try:
        return path.read_text().strip()
    except (OSError, ValueError):
        return ""


def make_vapid_key() -> str:
    """Makes a private key of the curve P-256 in the form that VAPID uses: 32 bytes in base64url."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def keep(path: Path, secret: str) -> str:
    """Returns what the file holds. If there is no file yet, it is made and holds `secret`."""
    if not path.exists():
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secret)
        try:
            with suppress(FileExistsError):  # the first of two starters wins
                publish(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text().strip()


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
        "BACKEND": "mastery_site.file_cache.FileCache",
        "LOCATION": data_dir / "cache",
        "OPTIONS": {"MAX_ENTRIES": 8000},  # no network makes so many: it would push out those of others
    }


def broker_transport(redis_url: str) -> str | None:
    """The Celery transport, if the address of the queue does not name it."""
    return None if redis_url else "mastery_site.file_queue:Transport"


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


def anymail_keys(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings of mail providers, as django-anymail names them."""
    return {name.removeprefix("ANYMAIL_"): value for name, value in environ.items() if name.startswith("ANYMAIL_")}


def mail(env: Env) -> dict[str, Any]:
    """Reads EMAIL_URL, as `smtp://user:password@host:587/?tls=True` or `anymail+postmark:`. Without it emails go to
    files."""
    url = env.str("EMAIL_URL", "")
    if not url:
        return {"BACKEND": "notifications.channels.email.files.FileBackend", "TO_FILES": True}
    if url.startswith(ANYMAIL_PREFIX):
        provider = url.removeprefix(ANYMAIL_PREFIX).rstrip(":/")
        keys = anymail_keys(os.environ)
        return {
            "BACKEND": f"anymail.backends.{provider}.EmailBackend",
            "ANYMAIL": keys,
            "TO_FILES": False,
            "PROVIDER": provider,
        }
    try:
        config: dict[str, Any] = dict(dj_email_url.parse(url))
    except (ValueError, KeyError):
        return {"BACKEND": "", "TO_FILES": False}  # the checks refuse to start
    known = {key: value for key, value in config.items() if key.startswith("EMAIL_") and key != "EMAIL_FILE_PATH"}
    backend = known.pop("EMAIL_BACKEND", "")
    return {"BACKEND": SMTP if backend.endswith(".smtp.EmailBackend") else backend, "TO_FILES": False, **known}


def default_from(site_url: str, *, site_name: str) -> str:
    """The default sender: the site's name, whatever characters it has, at the site's host."""
    host = host_of(site_url) or "localhost"
    host = f"[IPv6:{host}]" if ":" in host else host
    return str(Address(display_name=" ".join(site_name.split()), username="games", domain=host))


def host_of(url: str) -> str:
    """Returns the host of an address, or an empty text if it has none or is malformed."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def list_origins(told: str) -> list[str]:
    """Splits origins such as `https://ntfy.lan:8443`, which are separated by commas."""
    return [origin.strip().rstrip("/") for origin in told.split(",") if origin.strip()]
