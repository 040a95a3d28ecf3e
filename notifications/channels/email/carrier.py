"""Carries notices by email, over one connection for each run, and says whether the mail server works."""

from datetime import datetime
from types import TracebackType
from typing import Self

from django.utils import timezone

from games import outage_detection
from notifications.channels.email.composing import compose
from notifications.channels.email.transport import Transport
from notifications.models import Notice


class Mail:
    def __init__(self) -> None:
        self._transport = Transport()
        self._now = timezone.now()

    def __enter__(self) -> Self:
        self._transport.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._transport.__exit__(kind, error, trace)
        if self._transport.works is not None:
            outage_detection.note_mail(self._transport.works, now=self._now)

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Composes it as things stand at `now`, and sends it. Raises as `notifications.faults` says."""
        self._now = now
        self._transport.send(compose(notice, now=now))
