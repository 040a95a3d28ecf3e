"""How urgent a message is, which decides when it may be sent."""

from __future__ import annotations

from enum import Enum


class Urgency(Enum):
    """How urgent a message is, which decides when it may be sent."""

    TURN = "it is your turn"
    REMINDER = "time is running out"
    LAPSING = "something ends otherwise"
    ORDINARY = "may wait for the morning"
    DIGEST = "asked for at an hour"
    EXEMPT = "asked for, or about the account"
