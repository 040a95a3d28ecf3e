"""The mail server and the push service of the stateful test, in process: what arrives, what they refuse, and what else
happens while they have a message in their hands."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, ClassVar
from unittest import mock

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.test import override_settings
from django.utils import timezone

from core import outgoing
from notifications.channels.email.carrier import Mail
from notifications.channels.push.carrier import Push
from notifications.chat_apps.carrier import ChatCarrier
from notifications.delivery import outbox
from notifications.models import INSTEAD_OF, Device, Notice
from tests.answering import Got, keep
from tests.notifications.push_service import Browser
from tests.stateful.people import Player

TAKEN, REFUSED, LATER, HUNG_UP = "taken", "refused", "later", "hung up"
DENIED = "denied"
MAIL_ANSWERS = (TAKEN, REFUSED, LATER, HUNG_UP)
GONE = 410
PUSH_ANSWERS = (201, 201, 403, GONE, 503)
APP_ANSWERS = (204, 204, 400, 404, 429, 503)


@dataclass(frozen=True, slots=True)
class Handed:
    """A message that one way took for one reader, and every notice that it was of."""

    at: datetime
    user: int
    channel: str
    kind: str
    notices: tuple[int, ...]
    payload: dict[str, Any]
    endpoint: str = ""
    reader: Player | None = None
    """As they were when its delivery read the world: once for all that it takes at once, which lasts for seconds."""

    others: tuple[dict[str, Any], ...] = ()
    """The payloads of the other notices."""

    @property
    def stands_in_for(self) -> str:
        """The broken channel that it would have gone by."""
        return self.payload.get(INSTEAD_OF, "")


@dataclass
class Post:
    """Answers as it is told to, and tells `hear` of every message that it takes, as it takes it."""

    hear: Callable[[Handed], None]
    look: Callable[[int], Player | None]
    """How a user is now, if they are a player."""
    works: bool = True
    denies: bool = False
    """Whether everybody is refused once they are named, as by a relay that no longer knows the site."""
    mail: dict[str, str] = field(default_factory=dict)
    """What is answered to mails to an address."""
    push: dict[str, int] = field(default_factory=dict)
    """The status for a device, by its endpoint."""
    apps: dict[str, int] = field(default_factory=dict)
    """The status for a webhook, by its address."""
    meanwhile: list[tuple[str | None, Callable[[], None]]] = field(default_factory=list)
    """What happens while the next message of a kind (None for any) is on its way, one of them a message."""
    got: list[Got] = field(default_factory=list)
    """The emails that arrived and may be answered."""
    _carried: list[Notice] = field(default_factory=list)

    def take(self, channel: str, *, accepts: bool, endpoint: str = "") -> None:
        notice = self._carried[-1]
        if accepts and notice.recipient_id is not None and self.look(notice.recipient_id):  # staff are written to, too
            together = tuple(each.pk for each in (notice, *notice.others))
            user, payload = notice.recipient_id, notice.payload
            reader = getattr(notice, "reader", None)
            others = tuple(each.payload for each in notice.others)
            what = (channel, notice.kind, together, payload, endpoint, reader, others)
            self.hear(Handed(timezone.now(), user, *what))
        due = next((each for each in self.meanwhile if each[0] in (None, notice.kind)), None)
        if due:
            self.meanwhile.remove(due)
            due[1]()

    def keep(self, message: EmailMessage) -> None:
        notice = self._carried[-1]
        if notice.recipient_id is not None and self.look(notice.recipient_id):
            got = keep(message, user=notice.recipient_id, kind=notice.kind, at=timezone.now())
            self.got += [got] if got else []

    @contextmanager
    def open(self) -> Iterator[None]:
        """Takes the place of all services."""
        with ExitStack() as stack:
            stack.enter_context(mock.patch.object(MailServer, "post", self, create=True))
            backend = f"{MailServer.__module__}.{MailServer.__qualname__}"
            stack.enter_context(override_settings(NOTICE_EMAIL_BACKEND=backend))
            stack.enter_context(mock.patch.object(Push, "_post", staticmethod(partial(answer_push, self))))
            stack.enter_context(mock.patch.object(outgoing.Client, "send", staticmethod(partial(answer_app, self))))
            stack.enter_context(mock.patch.object(outbox, "hold_back", self._note_readers(outbox.hold_back)))
            for carrier in (Mail, Push, ChatCarrier):
                stack.enter_context(mock.patch.object(carrier, "deliver", self._note(carrier.deliver)))
            yield

    def _note_readers(self, hold_back: Callable[..., list[Notice]]) -> Callable[..., list[Notice]]:
        def noted(notices: list[Notice], **named: Any) -> list[Notice]:
            readers = {pk: self.look(pk) for notice in notices if (pk := notice.recipient_id)}
            ready = hold_back(notices, **named)
            for notice in ready:
                notice.reader = readers.get(notice.recipient_id)
            return ready

        return noted

    def _note(self, deliver: Callable[..., None]) -> Callable[..., None]:
        def noted(carrier: Any, notice: Notice, **named: Any) -> None:
            self._carried.append(notice)
            try:
                deliver(carrier, notice, **named)
            finally:
                self._carried.pop()

        return noted


def answer_push(post: Post, device: Device, message: Any) -> tuple[int, str]:
    status = post.push.get(device.endpoint, GONE)
    post.take("push", accepts=status < 300, endpoint=device.endpoint)
    return status, ""


def answer_app(post: Post, method: str, url: str, **_: Any) -> outgoing.Response:
    webhook = url.partition("?")[0]
    status = post.apps.get(webhook, 404)
    post.take("discord", accepts=status < 300, endpoint=webhook)
    return outgoing.Response(status, b'{"message": "Unknown Webhook", "code": 10015}' if status >= 400 else b"", {})


class MailServer(BaseEmailBackend):
    post: ClassVar[Post]

    def open(self) -> bool:
        if not self.post.works:
            raise ConnectionRefusedError("The mail server is away.")
        return True

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        for message in messages:
            (address,) = message.recipients()
            answer = DENIED if self.post.denies else self.post.mail.get(address, TAKEN)
            if answer == TAKEN:
                self.post.keep(message)
            self.post.take("email", accepts=answer == TAKEN)
            if answer == DENIED:
                raise smtplib.SMTPRecipientsRefused({address: (554, b"5.7.1 relay access denied")})
            if answer == REFUSED:
                raise smtplib.SMTPRecipientsRefused({address: (550, b"no such mailbox")})
            if answer == LATER:
                raise smtplib.SMTPRecipientsRefused({address: (451, b"please try again later")})
            if answer == HUNG_UP:
                raise ConnectionResetError("The mail server hung up.")
        return len(messages)


KEYS = Browser().keys


def make_subscription(endpoint: str) -> dict[str, Any]:
    """What a browser tells of itself. All have the same keys: nothing here is sealed."""
    return {"endpoint": endpoint, "keys": KEYS}
