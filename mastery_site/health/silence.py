"""Emails administrators when the pages do not answer although tasks run, and when that is over: once each.

Django's emails are rows of the outbox here. They are written in the same transaction as the check that found the fault.
"""

from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.dispatch import receiver

from accounts.models import User
from games import events


@receiver(events.pages_silent)
def on_pages_silent(*, since: datetime, **_: Any) -> None:
    tell_administrators("pages_silent", since=since)


@receiver(events.pages_back)
def on_pages_back(*, since: datetime, until: datetime, **_: Any) -> None:
    tell_administrators("pages_back", since=since, until=until)


def tell_administrators(mail: str, **told: Any) -> None:
    """Sends an email from `templates/mastery_site/mail/` to each administrator who has an address."""
    context = {"site_url": settings.SITE_URL, "probe_url": settings.PROBE_URL, **told}
    administrators = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
    for address in administrators.order_by("pk").values_list("email", flat=True):
        get_adapter().send_mail(f"mastery_site/mail/{mail}", address, context)
