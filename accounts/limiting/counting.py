"""What a limit is: whose uses are counted together, how many there may be, and in what span of time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from engine.words import Said


class Per(StrEnum):
    """Whose uses are counted together."""

    SENDER = "sender"
    PAIR = "pair"
    RECIPIENT = "recipient"
    ADDRESS = "address"
    """The network address of the client, as `accounts.limiting.origin` reads it."""
    NETWORK = "network"
    """A wider network that holds the address; no action names it, since `WIDER` makes it of the limit by address."""


WIDER = {56: 16, 48: 64}
"""How many times as much as one network address the IPv6 networks of so many bits may do, in which it lies.

A home or a company has a whole one of them, and so addresses without end. One of them must not use up a cap that all
share.
"""
TRIES = 10
"""How many times as many forms one place may send as it may have accepted: those that are not valid make work, too."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many uses in any span of that length."""

    per: Per
    most: int
    span: timedelta


@dataclass(frozen=True, slots=True)
class Action:
    """What is counted, in the plural, and its limits. What is undone or withdrawn later still counts."""

    noun: str
    limits: tuple[Limit, ...]
    recipient: str = "player"
    """The word for the other one of a pair, or for the recipient."""
    note: str | Said = ""
    """What the page of the limits adds."""
    counts_together: bool = False
    """Whether uses that come soon after each other are counted as one row of many, for what may be done often."""
    counts_tries: bool = False
    """Whether forms count as soon as they are sent, for `spend_try`."""

    @property
    def of_tries(self) -> Limit:
        """The limit of forms that are sent, valid or not: that of the shortest span by address, times TRIES."""
        shortest = min((limit for limit in self.limits if limit.per == Per.ADDRESS), key=lambda limit: limit.span)
        return replace(shortest, most=shortest.most * TRIES)
