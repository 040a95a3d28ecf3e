"""The ways a notice reaches its reader: each a carrier, which is opened for a run and handed one notice after another.

A carrier raises Dropped for what is no longer true or wanted, Refused for what is refused for good, Unreachable where
nothing else can go its way now either; whatever else it raises may pass, and the notice is tried again.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType
from typing import Protocol

from notifications.channels.email.carrier import Mail
from notifications.channels.inbox.carrier import Bell
from notifications.channels.push.carrier import Push
from notifications.faults import Dropped, Refused, RefusedAddress, Unreachable
from notifications.models import Channel, Notice

__all__ = ["ORDER", "Carrier", "Dropped", "Refused", "RefusedAddress", "Unreachable", "open_carrier"]


class Carrier(Protocol):
    def deliver(self, notice: Notice, *, now: datetime) -> None: ...


CARRIERS: dict[Channel, type[AbstractContextManager]] = {
    Channel.BELL: Bell,
    Channel.PUSH: Push,
    Channel.MAIL: Mail,
}
ORDER = tuple(CARRIERS)
"""Mail comes last, so that a mail server that is away or slow holds up nothing but mails."""


class Unknown(AbstractContextManager):
    """Stands for a channel that this version of the site does not know: another may, so the notice waits for it."""

    def __init__(self, channel: str) -> None:
        self._channel = channel

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        raise LookupError(f"This version of the site knows no channel {self._channel!r}.")


def open_carrier(channel: str) -> AbstractContextManager[Carrier]:
    return CARRIERS[Channel(channel)]() if channel in CARRIERS else Unknown(channel)
