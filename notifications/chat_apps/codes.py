"""Codes that tell a bot whose notifications a chat wants. The app's page shows the code, and the user sends it to the
bot.

A code is derived from a key of the site and the time when it was asked for. So the page can show it again, and a copy
of the database reveals no code. The site looks it up by its hash, so the time that this takes reveals nothing about it.
"""

from __future__ import annotations

import base64
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from accounts.conduct.restrictions import lock
from accounts.limiting.spending import spend
from accounts.models import User
from notifications.chat_apps import addresses
from notifications.chat_apps.parts import Address, App
from notifications.models import ChatAddress, ConnectCode

LASTS = timedelta(minutes=10)
SALT = "notifications.connect_code"
LENGTH = 20
"""The number of base32 characters: 100 bits."""


@transaction.atomic
def begin(user: User, app: App, *, now: datetime) -> str:
    """Makes a new code, which replaces an earlier one. Raises Refusal: too_often."""
    lock(user.pk)
    spend("chat_app", now=now, sender=user.pk)
    code = _make(user.pk, app, now)
    fields = {"digest": digest(code), "made_at": now}
    ConnectCode.objects.update_or_create(user=user, channel=app.name, defaults=fields)
    return code


def find(user: User, app: App, *, now: datetime) -> str | None:
    """Returns the code that the user has not sent yet, if there is one."""
    row = list_waiting(app, now=now).filter(user=user).first()
    if row is None:
        return None
    code = _make(user.pk, app, row.made_at)
    return code if digest(code) == row.digest else None  # otherwise another key of the site made it


def list_waiting(app: App, *, now: datetime) -> QuerySet[ConnectCode]:
    """Returns the codes that are still valid."""
    return ConnectCode.objects.filter(channel=app.name, made_at__gt=now - LASTS, user__is_active=True)


def list_old(*, before: datetime) -> QuerySet[ConnectCode]:
    return ConnectCode.objects.filter(made_at__lt=before).order_by("made_at")


@transaction.atomic
def redeem(app: App, code: str, address: Address, *, now: datetime) -> ChatAddress | None:
    """Connects the address with the user who was shown this code, and ends the code. Returns None for a code that is
    not valid."""
    row = list_waiting(app, now=now).filter(digest=digest(code)).select_related("user").first()
    if row is None:
        return None
    lock(row.user_id)
    if not ConnectCode.objects.filter(pk=row.pk, digest=row.digest).delete()[0]:
        return None
    return addresses.keep(row.user, app, address, now=now)


def digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()


def _make(user_id: int, app: App, made_at: datetime) -> str:
    known = salted_hmac(SALT, f"{app.name}:{user_id}:{made_at.timestamp()}", algorithm="sha256")
    return base64.b32encode(known.digest()).decode().lower()[:LENGTH]
