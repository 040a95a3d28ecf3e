"""The one place where a challenge changes: send, answer, close. Nothing else writes Challenge."""

from games.challenges.answer import accept, decline, may_decline, withdraw
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
    "is_invitation",
    "leave",
    "list_closed",
    "may_decline",
    "part",
    "send",
    "welcome",
    "withdraw",
]
