"""A mail as it came in, by whichever way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from enum import StrEnum

from replies.mails.proof import Verdict


class Way(StrEnum):
    """How a mail came in."""

    WEBHOOK = "webhook"
    MAILBOX = "mailbox"
    FILE = "file"
    PAGE = "page"


class Outcome(StrEnum):
    """What came of a mail, for the way that brought it."""

    NOT_OURS = "not_ours"
    """No token, or a wrong one."""
    IGNORED = "ignored"
    IN_HAND = "in_hand"
    """Another worker is at it: bring it again later."""
    LATER = "later"
    """Its writer has played as much as they may for now: bring it again later, and it counts as of now."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Incoming:
    mail: Message
    arrived_at: datetime
    """When our side first had it, which is what counts for a deadline."""
    way: Way
    recipients: tuple[str, ...] = ()
    """Whom the sender's server named (RCPT TO), where the way knows that."""
    envelope_sender: str | None = None
    """What it named as the sender (MAIL FROM), empty for a bounce; None where the way does not know."""
    proof: Verdict | None = None
    """What the way knows of the sender; None to judge by the mail's Authentication-Results."""
    by_signature: bool = False
    """Whether that rests on the mail's signature alone, which stays good when somebody else brings it again."""
    is_cut: bool = False
    """Whether the way has only its beginning."""
