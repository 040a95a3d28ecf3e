"""The addresses of users in chat apps. They are stored sealed, one for each app."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.conduct.restrictions import lock
from accounts.limiting.spending import spend
from accounts.models import User
from core import sealing
from notifications.chat_apps.parts import App
from notifications.models import ChatAddress
from notifications.routing import channel_health
from notifications.wording.clean import clean_line

PURPOSE = b"notifications.chat_address"


def seal(address: Mapping[str, str]) -> str:
    return sealing.seal(json.dumps(dict(address)), purpose=PURPOSE)


def unseal(stored: ChatAddress) -> dict[str, str]:
    """Unseals an address. Raises core.sealing.Unreadable."""
    found: dict[str, str] = json.loads(sealing.unseal(stored.sealed, purpose=PURPOSE))
    return found


def connect(user: User, app: App, typed: Mapping[str, str], *, now: datetime) -> ChatAddress:
    """Stores the address that the user typed, and replaces an earlier one. Raises BadAddress, and Refusal:
    too_often."""
    return store(user, app, app.read({name: value.strip() for name, value in typed.items()}), now=now)


@transaction.atomic
def store(user: User, app: App, address: Mapping[str, str], *, now: datetime) -> ChatAddress:
    """Stores an address and counts it towards the limit. Raises Refusal: too_often."""
    lock(user.pk)
    spend("chat_app", now=now, sender=user.pk)
    return keep(user, app, address, now=now)


@transaction.atomic
def keep(user: User, app: App, address: Mapping[str, str], *, now: datetime) -> ChatAddress:
    """Stores an address without counting, since the step before it was already counted."""
    lock(user.pk)
    fields = {"sealed": seal(address), "name": clean_line(app.name_address(address), longest=80)}
    stored, _ = ChatAddress.objects.update_or_create(
        user=user, channel=app.name, defaults={**fields, "added_at": now, "sent_at": None, "last_error": ""}
    )
    channel_health.mend(user.pk, channel=app.name)
    return stored


@transaction.atomic
def disconnect(user: User, app: App) -> None:
    """Disconnects an app, whether or not it was connected."""
    ChatAddress.objects.filter(user=user, channel=app.name).delete()
    channel_health.mend(user.pk, channel=app.name)


def seal_anew(pk: int) -> bool:
    """Seals a stored address under the present key of the site. Returns False for an address that no key can read."""
    with transaction.atomic():
        stored = ChatAddress.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if stored is None:
            return True
        try:
            address = unseal(stored)
        except sealing.Unreadable:
            return False
        ChatAddress.objects.filter(pk=pk).update(sealed=seal(address))
    return True
