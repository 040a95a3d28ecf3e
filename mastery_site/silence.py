"""Emails administrators when the pages do not answer although tasks run, and when that is over: once each.

Django's emails are rows of the outbox here, written in the transaction of the check that found it.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.dispatch import receiver
from django.template.loader import render_to_string

from accounts.models import User
from games import events


@receiver(events.pages_silent)
def on_pages_silent(*, since: datetime, **_: Any) -> None:
    tell_administrators("The pages do not answer", template="pages_silent", since=since)


@receiver(events.pages_back)
def on_pages_back(*, since: datetime, until: datetime, **_: Any) -> None:
    tell_administrators("The pages answer again", template="pages_back", since=since, until=until)


def tell_administrators(subject: str, *, template: str, **told: Any) -> None:
    context = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, "probe_url": settings.PROBE_URL, **told}
    text = render_to_string(f"mastery_site/mail/{template}.txt", context)
    administrators = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
    for address in administrators.order_by("pk").values_list("email", flat=True):
        send_mail(f"{settings.SITE_NAME}: {subject}", text, None, [address])
