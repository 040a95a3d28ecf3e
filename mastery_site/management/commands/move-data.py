"""Moves all data from an embedded SQLite database to the one of DATABASE_URL, which must be empty. Stop the site
first."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections

from mastery_site.backup import keys, living, rows, transfer
from mastery_site.backup.rows import BackupError
from mastery_site.backup.showing import show_counts, show_progress
from mastery_site.database import versions


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        default = settings.DATA_DIR / "db.sqlite3"
        parser.add_argument("file", type=Path, nargs="?", default=default, help=f"the SQLite database; else {default}")
        parser.add_argument("--force", action="store_true", help="replace all that is in the other database")
        parser.add_argument("--without-keys", action="store_true", help="although second factors and devices are lost")

    def handle(self, *args: Any, file: Path, force: bool, without_keys: bool, **options: Any) -> None:
        to = DEFAULT_DB_ALIAS
        if connections[to].vendor != "postgresql":
            raise CommandError("Set DATABASE_URL to the PostgreSQL database that the data should move to.")
        try:
            with (
                transfer.opened_sqlite(file) as source,
                living.held(settings.DATA_DIR, file.parent),
                show_progress("Moving") as bar,
            ):
                before = transfer.prepare(using=to, force=force)
                transfer.refuse_other_version(
                    rows.list_migrations(source), what=str(file), using=to, version=versions.find_newest(source)
                )
                living.refuse_at_work(source)
                if not without_keys:
                    keys.refuse_left_behind(file.parent, using=source)
                with rows.snapshot(source):
                    counts = rows.count_rows(source)
                    bar.start(sum(counts.values()))
                    tables = rows.read_tables(source)
                    after = rows.replace_all(tables, using=to, expected=counts, advance=bar.advance)
        except BackupError as error:
            raise CommandError(str(error)) from None
        show_counts({"in SQLite": counts, "before": before, "after": after}, file=self.stdout)
        for line in (*keys.tell_kept(file.parent), keys.tell_unreadable(to), f"Moved. {file} is as it was."):
            if line:
                self.stdout.write(line)
