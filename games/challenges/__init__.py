"""The one place where a challenge changes: send, answer, close. Nothing else writes Challenge."""

from games.challenges.answer import accept, decline, may_decline, withdraw
from games.challenges.by_staff import (
    hide_notes,
    hide_reasons,
    list_noted_by,
    list_pending_by,
    list_reasons_by,
    show_notes,
    show_reasons,
    withdraw_all,
    withdraw_by_staff,
)
from games.challenges.closing import announce_expiring, expire_due, forget, leave, list_closed, part
from games.challenges.invitations import is_invitation, welcome
from games.challenges.send import LASTS, send

__all__ = [
    "LASTS",
    "accept",
    "announce_expiring",
    "decline",
    "expire_due",
    "forget",
    "hide_notes",
    "hide_reasons",
    "is_invitation",
    "leave",
    "list_closed",
    "list_noted_by",
    "list_pending_by",
    "list_reasons_by",
    "may_decline",
    "part",
    "send",
    "show_notes",
    "show_reasons",
    "welcome",
    "withdraw",
    "withdraw_all",
    "withdraw_by_staff",
]
