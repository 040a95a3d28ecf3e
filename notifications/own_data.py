"""What notifications contribute to the copy of a person's own data, and delete when the person closes their account."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.events import account_closed, account_closing, account_exporting
from notifications.models import (
    ChannelState,
    ChatAddress,
    ConnectCode,
    Device,
    Feed,
    ListedTurns,
    Notice,
    Preferences,
    Reminder,
    Switch,
)
from notifications.routing.readers import PREFERENCES

ACCOUNT = "account"
"""The kind of emails about the account itself. These are still sent."""


@receiver(account_exporting)
def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    """Leaves out the addresses of devices and feeds, since anyone who knows them can use them."""
    notices = Notice.objects.filter(recipient=user_id).order_by("pk")
    preferences = Preferences.objects.filter(user=user_id)
    return {
        "notifications": notices.values("kind", "channel", "state", "created_at", "due_at", "closed_at"),
        "notification_preferences": preferences.values(*PREFERENCES, "by_reply"),
        "notification_switches": Switch.objects.filter(user=user_id).values("kind", "channel", "on"),
        "chat_apps": ChatAddress.objects.filter(user=user_id).values("channel", "name", "added_at", "sent_at"),
        "push_devices": Device.objects.filter(user=user_id).values("name", "added_at"),
    }


@receiver(account_closing)
def on_account_closing(*, user_id: int, now: datetime, **_: Any) -> None:
    """Drops what was not sent yet. Later notices find that no channel reaches the reader."""
    waiting = Notice.objects.open().filter(recipient=user_id).exclude(kind=ACCOUNT)
    waiting.update(state=Notice.State.DROPPED, closed_at=now, last_error="The account is being closed.", claim="")


@receiver(account_closed)
def on_account_closed(*, user_id: int, **_: Any) -> None:
    Notice.objects.filter(recipient=user_id).delete()
    Reminder.objects.filter(reader=user_id).delete()
    for model in (ChannelState, ChatAddress, ConnectCode, Device, Feed, ListedTurns, Preferences, Switch):
        model._default_manager.filter(user=user_id).delete()
