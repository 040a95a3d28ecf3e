"""Turns environment variables into settings: the secret key, the database, the broker, mail.

Nothing here raises for a missing or malformed value: settings must load for `mastery_site.checks` to name it.
"""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url
from environs import Env

ANYMAIL_PREFIX = "anymail+"  # EMAIL_URL=anymail+mailgun: with the provider's own settings in ANYMAIL_*


def secret_key(given: str, *, embedded: bool, data_dir: Path) -> str:
    """The key given; with the embedded database, one made at the first start and kept in the data folder."""
    if given or not embedded:
        return given or "missing-" + "x" * 60  # the check `site.E001` refuses to start with it
    path = data_dir / "secret_key"
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        draft = data_dir / f".secret_key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(60))
        try:
            os.link(draft, path)  # atomic, and the first of two starters wins
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def database(env: Env, *, embedded: bool, data_dir: Path) -> dict[str, Any]:
    """SQLite in WAL mode with IMMEDIATE transactions, or what DATABASE_URL says, pooled on PostgreSQL."""
    if embedded:
        data_dir.mkdir(parents=True, exist_ok=True)
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
    except (ValueError, dj_database_url.ParseError, dj_database_url.UnknownSchemeError):
        return {"ENGINE": "django.db.backends.dummy"}
    if config["ENGINE"] == "django.db.backends.postgresql":
        config["CONN_MAX_AGE"] = 0  # the pool keeps connections; Django must not
        options = config.setdefault("OPTIONS", {})
        options.setdefault("pool", {"min_size": 1, "max_size": env.int("DATABASE_POOL", 10), "timeout": 10})
    return config


def cache(redis_url: str, *, data_dir: Path) -> dict[str, Any]:
    """Redis, or files that the web and worker processes share."""
    if redis_url:
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis_url}
    return {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": data_dir / "cache"}


def broker_options(redis_url: str, *, data_dir: Path) -> dict[str, Any]:
    """Options of the Celery transport: short waits, so that a lost broker never slows a turn."""
    if redis_url:
        return {"socket_connect_timeout": 1, "socket_timeout": None, "visibility_timeout": 3600}
    queue = data_dir / "queue"
    for name in ("messages", "processed", "control"):
        (queue / name).mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(queue / "messages"),
        "data_folder_out": str(queue / "messages"),
        "processed_folder": str(queue / "processed"),
        "control_folder": str(queue / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }


def mail(env: Env, *, mail_dir: Path) -> dict[str, Any]:
    """EMAIL_URL as settings: `smtp://user:password@host:587/?tls=True`, or `anymail+postmark:`; files without it."""
    url = env.str("EMAIL_URL", "")
    if not url:
        return {
            "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": str(mail_dir),
            "TO_FILES": True,
        }
    if url.startswith(ANYMAIL_PREFIX):
        provider = url.removeprefix(ANYMAIL_PREFIX).rstrip(":/")
        keys = {
            name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")
        }
        return {"BACKEND": f"anymail.backends.{provider}.EmailBackend", "ANYMAIL": keys, "TO_FILES": False}
    try:
        config: dict[str, Any] = dict(dj_email_url.parse(url))
    except (ValueError, KeyError):
        return {"BACKEND": "", "TO_FILES": False}
    known = {key: value for key, value in config.items() if key.startswith("EMAIL_") and key != "EMAIL_FILE_PATH"}
    return {"BACKEND": known.pop("EMAIL_BACKEND", ""), "TO_FILES": False, **known}


def default_from(site_url: str, *, site_name: str) -> str:
    """The sender when none is set: the site's name at the site's host."""
    return f"{site_name} <games@{urlsplit(site_url).hostname or 'localhost'}>"
