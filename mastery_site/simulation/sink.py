"""A mail backend that keeps what was sent in memory, and can be out of reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail that arrived."""

    at: datetime
    to: str
    subject: str
    message_id: str


class Sink(BaseEmailBackend):
    """As a mail server that takes everything while it works."""

    works: ClassVar[bool] = True
    arrived: ClassVar[list[Sent]] = []

    def open(self) -> bool:
        if not self.works:
            raise ConnectionRefusedError("The mail server of the simulation is down.")
        return True

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.open()
        for message in email_messages:
            message_id = str(message.extra_headers.get("Message-ID", ""))
            self.arrived.extend(
                Sent(timezone.now(), address, str(message.subject), message_id) for address in message.recipients()
            )
        return len(email_messages)

    @classmethod
    def empty(cls) -> None:
        cls.works, cls.arrived = True, []
