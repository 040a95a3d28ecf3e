"""Puts notices into the inbox: it shows rows that are marked as sent, and nothing leaves the site."""

from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType

from notifications.models import Notice
from notifications.wording.describing import describe


class InboxCarrier(AbstractContextManager):
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Checks that what was written ahead of its time is still true. Raises Dropped if it is not."""
        describe(notice, now=now)
