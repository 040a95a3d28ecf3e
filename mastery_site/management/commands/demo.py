"""Makes the demonstration in an empty embedded database, and prints names and passwords."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from mastery_site.embedded.demo import DemoError, make_people_and_games


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        try:
            self.stdout.write(make_people_and_games())
        except DemoError as error:
            raise CommandError(str(error)) from None
