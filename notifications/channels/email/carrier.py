"""Sends notices by email, over one connection for each run, and reports whether email works."""

from datetime import datetime
from types import TracebackType
from typing import Self

from django.utils import timezone

from games import outage_detection
from notifications.channels.email import blame
from notifications.channels.email.composing import compose
from notifications.channels.email.envelope import Composed
from notifications.channels.email.transport import Transport
from notifications.faults import Deferred, Refused, RefusedAddress
from notifications.models import Notice
from notifications.wording import replying


class Mail:
    def __init__(self) -> None:
        self._transport = Transport()
        self._now = timezone.now()
        self._accepted_at: datetime | None = None
        self._refused = False

    def __enter__(self) -> Self:
        self._transport.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._transport.__exit__(kind, error, trace)
        if self._accepted_at:
            outage_detection.note_mail(True, now=self._accepted_at)
        elif self._transport.works is False:
            outage_detection.note_mail(False, now=self._now)
        elif self._refused:
            outage_detection.note_refusals(blame.is_everybody_refused(self._now), now=self._now)

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Composes the email as of `now` and sends it. Raises what `notifications.faults` describes.

        A final refusal counts only when it is repeated ten minutes later while others are not refused. If the site's
        own server refuses emails to everybody, that looks the same at first.
        """
        self._now = self._transport.now = now
        try:
            message = compose(notice, now=now)
            if message.reply_to and isinstance(message, Composed) and message.listed:
                replying.keep_list(notice, message.listed_turns, now=now)
            self._transport.send(message)
        except Deferred as error:
            self._refused = True
            raise Deferred(str(error), shared=self._is_everybody_refused()) from error
        except RefusedAddress:  # no server was contacted
            raise
        except Refused as error:
            self._refused = True
            if self._is_everybody_refused():
                raise Deferred(str(error), shared=True) from error
            if notice.refused_at is None or now - notice.refused_at < blame.HELD_FOR:
                raise Deferred(str(error), wait=blame.HELD_FOR) from error
            raise
        self._accepted_at = now

    def _is_everybody_refused(self) -> bool:
        return self._accepted_at is None and blame.is_everybody_refused(self._now)
