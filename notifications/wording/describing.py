"""What a notice says when it is delivered. Everything is read again, since the game may have changed meanwhile."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from notifications import registry
from notifications.faults import Dropped
from notifications.models import INBOX, INSTEAD_OF, Notice
from notifications.routing.readers import read_readers


def describe(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """Returns what a notice says at `now`, by any channel. Raises Dropped if it is no longer true or wanted."""
    _require_wanted(notice)
    with timezone.override(zone_of(notice)):
        return registry.KINDS.get(notice.kind).describe(notice, now=now)


def zone_of(notice: Notice) -> ZoneInfo:
    return notice.recipient.zone if notice.recipient else ZoneInfo("UTC")


def _require_wanted(notice: Notice) -> None:
    user = notice.recipient
    if user is None:
        return
    if not user.is_active or not user.email:
        raise Dropped("The account is closed or has no address.")
    chosen = notice.payload.get(INSTEAD_OF, INBOX) if notice.channel == INBOX else notice.channel
    kind = registry.KINDS.get(notice.kind)
    reader = read_readers([user.pk], kinds=[kind.name]).get(user.pk) if kind.is_switchable else None
    if reader and not reader.wants(kind.name, chosen):
        raise Dropped("Switched off.")
