"""Which versions of the site have migrated a database: noted among its migrations, so that no backup replaces it."""

from typing import Any

from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from mastery_site import VERSION

APP = "version of the site"
"""In place of the name of an app, which has no spaces: migrations of an app that is not there are none to Django."""


def note(*, using: str, **_: Any) -> None:
    """After a migration: this version was here."""
    recorder = MigrationRecorder(connections[using])
    if recorder.has_table() and (APP, VERSION) not in recorder.applied_migrations():
        recorder.record_applied(APP, VERSION)


def find_newest(using: str) -> str:
    """The newest version that was here; nothing where none is noted, as before versions were."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return max((name for app, name in applied if app == APP), key=number, default="")


def number(version: str) -> tuple[int, ...]:
    """To compare versions by: 1.10.0 comes after 1.9.0."""
    return tuple(map(int, version.split(".")))
