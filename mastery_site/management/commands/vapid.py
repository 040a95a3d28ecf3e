"""Makes the key of push messages and prints the lines of settings for it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from mastery_site import environment


class Command(BaseCommand):
    help = "Prints a new VAPID_PRIVATE_KEY and its VAPID_SUBJECT. A new key ends every subscription made so far."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={environment.make_vapid_key()}")
        self.stdout.write(f"VAPID_SUBJECT={settings.VAPID_SUBJECT}")
