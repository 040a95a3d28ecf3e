"""Stores every row of the database in a new file, as of one moment, while the site keeps running."""

import sys
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS

from mastery_site.backup import archive
from mastery_site.backup.rows import BackupError
from mastery_site.backup.showing import STANDARD, show_counts, show_progress

TERMINAL = "A backup is nothing to read: send it into a file, as in manage.py backup - > games.jsonl.gz."


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="such as games.jsonl.gz; it must not be there yet. - is standard output")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        target: Path | IO[bytes] = Path(file)
        name, told = file, self.stdout
        if file == STANDARD:
            target, name, told = sys.stdout.buffer, "Standard output", self.stderr
            if target.isatty():
                raise CommandError(TERMINAL)
        try:
            with show_progress("Backing up") as bar:
                counts = archive.write(target, using=DEFAULT_DB_ALIAS, start=bar.start, advance=bar.advance)
        except BackupError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{name} cannot be written: {error.strerror}.") from None
        show_counts({"in the database": counts}, file=told)
        told.write(f"{name} holds them all. Whoever can read it can read every secret in it.")
