"""Puts a backup or another database into this one, after checking whether that is allowed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connections

from accounts.models import User
from computers.models import Computer
from games.models import Heartbeat
from mastery_site import VERSION
from mastery_site.backup import living, rows
from mastery_site.backup.rows import MADE_BY_MIGRATE, BackupError
from mastery_site.models import LastRun
from moderation.models import MessageTemplate

USERS = User._meta.label_lower
OWN = MADE_BY_MIGRATE | {model._meta.label_lower for model in (LastRun, Heartbeat, Computer, MessageTemplate)}
"""A database counts as empty even if these tables have rows. A site that runs for a minute writes some of them and
makes the computers' accounts, and migrations add the messages that come with the site."""
EMBEDDED = "embedded"
"""The name of the connection to the SQLite database that is moved."""


def prepare(*, using: str, force: bool) -> dict[str, int]:
    """Makes the tables of a new database, and returns the counts of what will be replaced.

    Raises BackupError if the site runs on it. Raises it, too, if there are people, games or other data, unless `force`
    is set.
    """
    if not rows.list_migrations(using):
        call_command("migrate", database=using, interactive=False, verbosity=0)
    living.refuse_at_work(using)
    counts = rows.count_rows(using)
    people = User._base_manager.using(using).exclude(kind=User.Kind.COMPUTER).count()
    held = {label: number for label, number in {**counts, USERS: people}.items() if number and label not in OWN}
    if held and not force:
        some = ", ".join(f"{number:,} of {label}" for label, number in sorted(held.items())[:4])
        raise BackupError(f"This database is not empty ({some}, …). With --force all of it is replaced and lost.")
    return counts


def refuse_other_version(migrations: list[str], *, what: str, using: str, version: str = "") -> None:
    """Raises BackupError unless both sides have the same migrations. The message names the version of `what`, if it is
    known."""
    present = set(rows.list_migrations(using))
    if odd := sorted(present ^ set(migrations)):
        age = "an older" if present > set(migrations) else "a newer" if present < set(migrations) else "another"
        of, with_it = (f"version {version}", version) if version else (f"{age} version", "its own version")
        raise BackupError(
            f"{what} is of {of} of the site, and this is {VERSION} ({', '.join(odd[:4])}). Use it with {with_it} "
            "of the site, and migrate after that."
        )


@contextmanager
def opened_sqlite(path: Path) -> Iterator[str]:
    """Opens a connection to this SQLite database and yields its name. Raises BackupError."""
    if not path.is_file():
        raise BackupError(f"There is no SQLite database at {path}.")
    handler: Any = connections
    config = {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": {"timeout": 20}}
    handler.databases[EMBEDDED] = handler.configure_settings({"default": config})["default"]
    try:
        try:
            rows.list_migrations(EMBEDDED)
        except DatabaseError as error:
            raise BackupError(f"{path} cannot be read: {error}.{explain_read_only(path)}") from error
        yield EMBEDDED
    finally:
        connections[EMBEDDED].close()
        del connections[EMBEDDED]
        del handler.databases[EMBEDDED]


def explain_read_only(path: Path) -> str:
    """Says why SQLite cannot open an intact file that is not writable; empty if the file is writable."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return ""
    return (
        " It may not be written, and SQLite writes beside it even to read: copy it, and its -wal file if there is one, "
        f"into a folder of your own, as in: cp {path}* FOLDER."
    )
