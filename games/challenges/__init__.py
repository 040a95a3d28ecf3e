"""The one place where a challenge changes: send, answer, close. Nothing else writes Challenge."""

from games.challenges.answer import accept, decline, may_decline, start_accepted, withdraw
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
from games.challenges.locking import lock_people, lock_standing
from games.challenges.mailbox import find_proven, is_secret, make_secret, spend_proof
from games.challenges.send import LASTS, send
from games.challenges.standing import Terms, change_standing, list_again, mark_terms, stand, withhold

__all__ = [
    "LASTS",
    "Terms",
    "accept",
    "announce_expiring",
    "change_standing",
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
    "list_again",
    "list_closed",
    "list_noted_by",
    "list_pending_by",
    "list_reasons_by",
    "lock_people",
    "lock_standing",
    "make_secret",
    "mark_terms",
    "may_decline",
    "part",
    "send",
    "show_notes",
    "show_reasons",
    "spend_proof",
    "stand",
    "start_accepted",
    "welcome",
    "withdraw",
    "withdraw_all",
    "withdraw_by_staff",
    "withhold",
]
