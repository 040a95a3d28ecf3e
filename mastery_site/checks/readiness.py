"""Checks that this version of the site has its migrations in the database, and its static files.

Without them every page is an error, while the clocks run on. So `manage.py check` names what is missing, and neither
web processes nor workers start.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, InterfaceError, OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder

from mastery_site import VERSION
from mastery_site.checks.environment import WORKER_BOOT_ERROR
from mastery_site.database import versions

NAMED = 3
"""The most missing things that a sentence names."""


def find_unready(*, pages: bool = True) -> list[str]:
    """Returns a sentence for each thing that is missing, with the command that makes it. Only processes that show pages
    need static files.

    A database that is away or unreadable does not count, since a process may start before the database that it waits
    for.
    """
    try:
        found = [tell_migrations()]
    except (OperationalError, InterfaceError, DatabaseError):
        found = []
    return [sentence for sentence in (*found, tell_static_files() if pages else "") if sentence]


def tell_migrations() -> str:
    """Says which migrations of this code the database lacks, with one query.

    Migrations that the database has and this code does not know are no fault: a newer version is being started while
    this one still runs.
    """
    applied = MigrationRecorder(connection).applied_migrations().keys()
    missing = sorted(list_migrations() - applied)
    if not missing:
        return ""
    names = name_some([f"{app}.{name}" for app, name in missing])
    return f"The database lacks migrations of this version: {names}. Run: python manage.py migrate"


def tell_newer(using: str) -> str:
    """Says which version the database is of, if it has migrations that this code does not know.

    This code may run while a newer version starts, but it must not migrate. Migrations of removed apps do not count.
    Nor does a squashed one that has been replaced by a longer one, which knows the last of its steps.
    """
    known = list_migrations()
    labels = {app for app, _ in known}
    applied = MigrationRecorder(connections[using]).applied_migrations().keys()
    new = {(app, name) for app, name in applied - known if (app, name.partition("_squashed_")[2]) not in known}
    unknown = sorted(key for key in new if key[0] in labels)
    if not unknown:
        return ""
    names = name_some([f"{app}.{name}" for app, name in unknown])
    newest = versions.find_newest(using)
    is_known = newest and versions.number(newest) > versions.number(VERSION)
    of, with_it = (f"version {newest}", newest) if is_known else ("a newer version", "that version")
    return f"This database is of {of} of the site, and this is {VERSION} (it has {names}). Run {with_it} on it."


def list_migrations() -> set[tuple[str, str]]:
    """Returns all migrations by app and name. It does not load their files, which would take longer than everything
    else here."""
    found = set()
    for config in apps.get_app_configs():
        try:
            package = import_module(f"{config.name}.migrations")
        except ModuleNotFoundError:
            continue
        found |= {(config.label, each.name) for each in iter_modules(package.__path__) if each.name[0] not in "_~"}
    return found


def tell_static_files() -> str:
    """Says which files of this code have no hashed name in STATIC_ROOT. An embedded site can show them without one."""
    if settings.EMBEDDED:
        return ""
    hashed = staticfiles_storage.hashed_files  # type: ignore[attr-defined]
    needed = {path for finder in get_finders() for path, _ in finder.list(None)}
    missing = sorted(needed - hashed.keys())
    if not missing:
        return ""
    place = f"{settings.STATIC_ROOT} lacks static files of this version"
    return f"{place}: {name_some(missing)}. Run: python manage.py collectstatic --noinput"


def name_some(names: list[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def refuse_unready(*, pages: bool) -> None:
    """Ends the process if anything is missing, as `refuse_faults` does."""
    if missing := find_unready(pages=pages):
        print(*missing, sep="\n", file=sys.stderr)
        sys.exit(WORKER_BOOT_ERROR)
