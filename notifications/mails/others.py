"""Mails about nothing but themselves."""

from datetime import datetime
from typing import Any

from notifications.models import Notice
from notifications.wording.games import show_instant


def test(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """What a player asked for at the page of switches, to see whether mails arrive."""
    return {"asked_at": show_instant(notice.created_at), "sent_at": show_instant(now)}
