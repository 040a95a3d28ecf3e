"""Shows notices on the site itself: a row that is marked as sent stands at the bell, and nothing leaves the house."""

from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType

from notifications.models import Notice
from notifications.wording.describing import describe


class Bell(AbstractContextManager):
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Only what was written ahead of its time comes this way. Raises Dropped where it is no longer true."""
        describe(notice, now=now)
