"""Runs Django's system checks, and then checks that this version's migrations and static files are there."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import check

from mastery_site.checks.readiness import find_unready
from mastery_site.checks.replies import tell_untrusted


class Command(check.Command):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--settings-only",
            action="store_true",
            help="Leave out what needs the database and the static files, for a machine that has neither.",
        )

    def handle(self, *app_labels: Any, **options: Any) -> None:
        super().handle(*app_labels, **options)
        if not options["settings_only"] and (missing := find_unready()):
            raise CommandError("\n".join(missing))
        if not options["settings_only"] and (told := tell_untrusted()):
            self.stdout.write(self.style.WARNING(told))
