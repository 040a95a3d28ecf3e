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
from games.challenges.invitations import find_inviting, is_invitation, welcome
from games.challenges.mailbox import find_proven, is_secret, make_secret, spend_proof
from games.challenges.send import LASTS, send

__all__ = [
    "LASTS",
    "accept",
    "announce_expiring",
    "decline",
    "expire_due",
    "find_inviting",
    "find_proven",
    "forget",
    "hide_notes",
    "hide_reasons",
    "is_invitation",
    "is_secret",
    "leave",
    "list_closed",
    "list_noted_by",
    "list_pending_by",
    "list_reasons_by",
    "make_secret",
    "may_decline",
    "part",
    "send",
    "show_notes",
    "show_reasons",
    "spend_proof",
    "welcome",
    "withdraw",
    "withdraw_all",
    "withdraw_by_staff",
]
