"""Prints the settings for push messages: with the key in use, or with a new key if there is none yet."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from mastery_site.checks.malformed import Malformed
from mastery_site.checks.outgoing import check_vapid_private_key
from mastery_site.environment import data_folder, keys

MADE = "This key is new. Set both lines, and keep them: with another key every device has to be registered again."
REPLACED = (
    "This key is new. Once it is set, every device has to be registered again. Without --new you see the old one."
)
FOUND = "This is the key in use. Carry it along wherever the site moves: devices are registered with it alone."


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--new", action="store_true", help="make another key, which ends every registration so far")

    def handle(self, *args: Any, new: bool, **options: Any) -> None:
        used = settings.VAPID_PRIVATE_KEY or data_folder.read_kept(settings.DATA_DIR / keys.VAPID_KEY)
        if used and not new:
            try:
                check_vapid_private_key(used)
            except Malformed as error:
                raise CommandError(f"VAPID_PRIVATE_KEY {error} with --new.") from None
        self.stderr.write((REPLACED if new else FOUND) if used else MADE)
        self.stdout.write(f"VAPID_PRIVATE_KEY={keys.make_vapid_key() if new or not used else used}")
        self.stdout.write(f"VAPID_SUBJECT={settings.VAPID_SUBJECT}")
