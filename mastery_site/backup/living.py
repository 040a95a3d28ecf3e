"""Refuses to replace the data of a site that is running: its turns would be lost, or mixed with the new data."""

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

from django.db import connections
from django.utils import timezone

from mastery_site.backup.rows import BackupError
from mastery_site.embedded import data_lock
from mastery_site.environment.backends import PROGRAM
from mastery_site.models import LastRun

LIVED_WITHIN = timedelta(minutes=1)
"""A running site sweeps three times within this time."""
UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS}


@contextmanager
def held(*folders: Path) -> Iterator[None]:
    """Makes sure that no embedded site runs in these data folders or starts there meanwhile. Raises BackupError if one
    runs."""
    with ExitStack() as stack:
        for folder in {folder.resolve() for folder in folders}:
            try:
                stack.enter_context(data_lock.hold(folder, what="a command of manage.py is at its data"))
            except data_lock.Held as other:
                raise BackupError(f"The site is running ({other}). Stop it first.") from None
            except OSError as error:
                if error.errno not in UNWRITABLE:  # in an unwritable folder no site can run either
                    raise
        yield


def refuse_at_work(using: str) -> None:
    """Raises BackupError if a scheduled task ran on this database within a minute, or if other processes of the site
    are connected to it."""
    now = timezone.now()
    lately = (
        LastRun.objects.using(using).filter(ended_at__range=(now - LIVED_WITHIN, now)).order_by("-ended_at").first()
    )
    if lately:
        seconds = round((now - lately.ended_at).total_seconds())
        raise BackupError(
            f"The site of this database was at work {seconds} seconds ago. Stop it first; if it has just been stopped, "
            "try again in a minute."
        )
    if number := count_connected(using):
        raise BackupError(
            f"The site is running: {number} other connections to this database are of its processes. Stop them first. "
            "A pooler, such as PgBouncer, may hold some for ten minutes more."
        )


def count_connected(using: str) -> int:
    """Counts the connections of the site's other processes to this database. PostgreSQL knows them by their name."""
    connection = connections[using]
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name LIKE %s AND application_name <> current_setting('application_name')",
            [f"{PROGRAM} %"],
        )
        return int(cursor.fetchone()[0])
