"""Seals every second factor under the present SECRET_KEY, so that SECRET_KEY_FALLBACKS can be left, beside the site."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.management.base import BaseCommand

from accounts import sealing
from accounts.models import KeptName

UNREADABLE = (
    "{count} could not be read, under no key that is set, and are as they were: add theirs to SECRET_KEY_FALLBACKS, or "
    "take them away by manage.py reset-second-factors --unreadable."
)
NAMES = (
    "The {count} names of closed accounts are kept as hashes under the key of their day, and nothing makes those anew: "
    "a name that was kept under a key that is left may be taken again."
)
LEAVE = (
    "Earlier keys may leave SECRET_KEY_FALLBACKS now. Whoever was not here since then logs in again, and links in "
    "emails sent before it end; none of them lasts longer than {days} days but those that stop emails."
)


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        found = [sealing.seal_anew(pk) for pk in Authenticator.objects.order_by("pk").values_list("pk", flat=True)]
        self.stdout.write(f"{sum(found)} second factors are sealed under SECRET_KEY.")
        if lost := len(found) - sum(found):
            self.stderr.write(UNREADABLE.format(count=lost))
            return
        if settings.SECRET_KEY_FALLBACKS:
            if names := KeptName.objects.count():
                self.stdout.write(NAMES.format(count=names))
            self.stdout.write(LEAVE.format(days=settings.SESSION_LASTS.days))
