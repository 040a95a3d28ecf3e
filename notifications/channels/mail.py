"""Carries notices by mail, over one connection a run."""

from datetime import datetime
from types import TracebackType
from typing import Self

from notifications import mails
from notifications.models import Notice
from notifications.transport import Transport


class Mail:
    def __init__(self) -> None:
        self._transport = Transport()

    def __enter__(self) -> Self:
        self._transport.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._transport.__exit__(kind, error, trace)

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Composes it as things stand at `now`, and sends it. Raises as `notifications.channels` says."""
        self._transport.send(mails.compose(notice, now=now))
