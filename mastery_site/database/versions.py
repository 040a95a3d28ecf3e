"""Notes which versions of the site have migrated a database. It stores them among the migrations, so that no backup
replaces them."""

from typing import Any

from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from mastery_site import VERSION

APP = "version of the site"
"""Stands in the place of an app's name, which has no spaces. Django ignores migrations of apps that do not exist."""


def note(*, using: str, **_: Any) -> None:
    """Runs after a migration, and notes this version."""
    recorder = MigrationRecorder(connections[using])
    if recorder.has_table() and (APP, VERSION) not in recorder.applied_migrations():
        recorder.record_applied(APP, VERSION)


def find_newest(using: str) -> str:
    """Returns the newest version that migrated this database; empty if none is noted, since older versions made no such
    note."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return max((name for app, name in applied if app == APP), key=number, default="")


def number(version: str) -> tuple[int, ...]:
    """Makes versions comparable: 1.10.0 comes after 1.9.0."""
    return tuple(map(int, version.split(".")))
