"""Keeps every row of the database in a new file, as of one moment, while the site runs on."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from mastery_site.backup import archive
from mastery_site.backup.rows import BackupError
from mastery_site.backup.showing import show_counts, show_progress


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="such as games.jsonl.gz; it must not be there yet")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with show_progress("Backing up") as bar:
                counts = archive.write(file, using=DEFAULT_DB_ALIAS, start=bar.start, advance=bar.advance)
        except BackupError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        show_counts({"in the database": counts}, file=self.stdout)
        self.stdout.write(f"{file} holds them all. Whoever can read it can read every secret in it.")
