"""Puts a backup into the database, which must be empty. Stop the site first, and start it again afterwards."""

import sys
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from mastery_site.backup import archive, keys, living, rows, transfer
from mastery_site.backup.rows import BackupError
from mastery_site.backup.showing import STANDARD, show_counts, show_progress


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="what `manage.py backup` made, of either database. - is standard input")
        parser.add_argument("--force", action="store_true", help="replace all that is in the database")

    def handle(self, *args: Any, file: str, force: bool, **options: Any) -> None:
        using = DEFAULT_DB_ALIAS
        source: Path | IO[bytes] = sys.stdin.buffer if file == STANDARD else Path(file)
        name = "Standard input" if file == STANDARD else file
        try:
            with (
                archive.opened(source, name=name) as (header, tables),
                show_progress("Restoring") as bar,
                living.held(settings.DATA_DIR),
            ):
                before = transfer.prepare(using=using, force=force)
                transfer.refuse_other_version(header.migrations, what=name, using=using, version=header.version)
                bar.start(sum(header.counts.values()))
                after = rows.replace_all(tables, using=using, expected=header.counts, advance=bar.advance)
        except BackupError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
        show_counts({"before": before, "in the file": header.counts, "after": after}, file=self.stdout)
        for lost in (keys.tell_unreadable(using), keys.tell_silent(using, known_key=header.push_key)):
            if lost:
                self.stderr.write(lost)
        self.stdout.write(f"Restored as of {header.tell_when()}.")
