"""The gate for everything that a player writes and other players read. Nothing else decides who may write to players.

Reports, appeals and answers to staff do not pass it. `tests/moderation/test_text_fields.py` says of each field of each
form whether what is typed there does.
"""

from __future__ import annotations

from datetime import datetime

from accounts.conduct.restrictions import Activity, find, refuse
from accounts.models import User


def refuse_text(user: User, *texts: str, now: datetime, older_mutes: bool = False) -> None:
    """Refuses a text by somebody who may not write to other players; without one, what it comes with stays possible.

    `older_mutes`: whether mutes of chats alone forbid it too. Raises Refusal: muted, suspended.
    """
    if any(text.strip() for text in texts):
        refuse_sharing(user, now=now, older_mutes=older_mutes)


def refuse_sharing(user: User, *, now: datetime, older_mutes: bool = False) -> None:
    """Refuses the same person who would show others something that they wrote before. Raises Refusal: muted,
    suspended."""
    refuse(user, _activity(older_mutes=older_mutes), now=now)


def may_write(user: User, *, now: datetime, older_mutes: bool = False) -> bool:
    """Whether to show the field. No query for people without restrictions."""
    return not (user.restricted and find(user.pk, _activity(older_mutes=older_mutes), now=now))


def _activity(*, older_mutes: bool) -> Activity:
    return Activity.CHAT if older_mutes else Activity.WRITE
