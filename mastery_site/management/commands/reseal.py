"""Seals everything again under the present SECRET_KEY, so that SECRET_KEY_FALLBACKS can be removed. The site may keep
running."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.models import KeptName, NameKey
from accounts.signing_in import sealing
from notifications import reply_tokens
from notifications.chat_apps import addresses
from notifications.models import ChatAddress

UNREADABLE = (
    "{count} could not be read, under no key that is set, and are as they were: add theirs to SECRET_KEY_FALLBACKS, or "
    "take them away by manage.py reset-second-factors --unreadable."
)
CHATS_LOST = (
    "{count} addresses in chat apps could not be read, under no key that is set, and nothing is sent there until their "
    "owners connect them again: add theirs to SECRET_KEY_FALLBACKS."
)
NAMES_LOST = (
    "The key of the names of closed accounts could not be read either: until the SECRET_KEY of its day is in "
    "SECRET_KEY_FALLBACKS, anybody may take {count} names."
)
NAMES_REST = (
    "Keep SECRET_KEY_FALLBACKS: the names of {count} accounts that were closed before version 1.1.0 rest on the "
    "SECRET_KEY of their day, and nothing can make them anew. Without that key anybody may take them."
)
REPLIES_REST = (
    "Keep SECRET_KEY_FALLBACKS until {day}, {days} days from now: answers to emails that were sent under an earlier "
    "key are known by it alone, and without it they would be lost."
)
LEAVE = (
    "Earlier keys may leave SECRET_KEY_FALLBACKS now. Whoever was not here since then logs in again, and links in "
    "emails sent before it end; none of them lasts longer than {days} days but those that stop emails."
)


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        found = [sealing.seal_anew(pk) for pk in Authenticator.objects.order_by("pk").values_list("pk", flat=True)]
        chats = [addresses.seal_anew(pk) for pk in ChatAddress.objects.order_by("pk").values_list("pk", flat=True)]
        keys_lost = [key.pk for key in NameKey.objects.order_by("pk") if not key.seal_anew()]
        self.stdout.write(f"{sum(found)} second factors are sealed under SECRET_KEY.")
        if chats:
            self.stdout.write(f"{sum(chats)} addresses in chat apps are sealed under SECRET_KEY.")
        hindrances = {
            UNREADABLE: len(found) - sum(found),
            CHATS_LOST: len(chats) - sum(chats),
            NAMES_LOST: KeptName.objects.filter(key__in=keys_lost).count(),
            NAMES_REST: KeptName.objects.filter(key=None).count() if settings.SECRET_KEY_FALLBACKS else 0,
        }
        for sentence, count in hindrances.items():
            if count:
                self.stderr.write(sentence.format(count=count))
        if settings.SECRET_KEY_FALLBACKS and not any(hindrances.values()):
            self.stdout.write(tell_when_to_leave())


def tell_when_to_leave() -> str:
    """Says when earlier keys may be removed from the settings, once everything stored is sealed again."""
    if reply_tokens.is_on():
        kept = reply_tokens.KEPT
        return REPLIES_REST.format(day=f"{timezone.now() + kept:%-d %B %Y}", days=kept.days)
    return LEAVE.format(days=settings.SESSION_LASTS.days)
