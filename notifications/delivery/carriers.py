"""The carriers of the channels, in the order in which a run opens them."""

from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType

from notifications import registry
from notifications.contract import Carrier
from notifications.models import Notice


class Unknown(AbstractContextManager):
    """Stands for a channel that this version of the site does not know. Another version may, so the notice waits."""

    def __init__(self, channel: str) -> None:
        self._channel = channel

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        raise registry.UnknownChannel(f"This version of the site knows no channel {self._channel!r}.")


def list_in_order() -> list[str]:
    """Email comes last, so that a slow mail server delays nothing but emails."""
    return [channel.name for channel in reversed(registry.all_channels())]


def open_carrier(channel: str) -> AbstractContextManager[Carrier]:
    known = registry.find_channel(channel)
    return known.open_carrier() if known else Unknown(channel)
