"""Where mails and push messages of a simulation end: kept in memory as their readers get them, or refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import Any, ClassVar
from unittest import mock

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from core.outgoing import Client, Response
from notifications.channels.push.carrier import Push
from notifications.models import Notice
from tests.answering import Got, keep

GAME = re.compile(r"/games/(\d+)/")
"""A game in the address of its page, by which a message says which it is about."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that arrived: by which channel, at which address or device, of which notice, about which games."""

    at: datetime
    channel: str
    to: str
    notice: int
    games: frozenset[int]


class Sink(BaseEmailBackend):
    """As a mail server that takes everything while it works, but for the addresses that it refuses.

    What goes to an address that bounces is taken, and reaches nobody.
    """

    works: ClassVar[bool] = True
    refuses: ClassVar[set[str]] = set()
    bounces: ClassVar[set[str]] = set()
    arrived: ClassVar[list[Sent]] = []
    got: ClassVar[dict[tuple[str, int], Got]] = {}
    """The last email about each game that its reader may answer, by their address."""
    away_at: ClassVar[list[datetime]] = []
    """When somebody came while it did not work."""

    def open(self) -> bool:
        if not self.works:
            self.away_at.append(timezone.now())
            raise ConnectionRefusedError("The mail server of the simulation is down.")
        return True

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.open()
        for message in email_messages:
            for address in message.recipients():
                self._take(message, address)
        return len(email_messages)

    def _take(self, message: EmailMessage, address: str) -> None:
        if address in self.refuses:
            raise SMTPRecipientsRefused({address: (550, b"5.1.1 No such mailbox in the simulation")})
        if address not in self.bounces:
            notice = int(str(message.extra_headers["Message-ID"]).removeprefix("<notice-").partition(".")[0])
            games = find_games(str(message.body))
            self.arrived.append(Sent(timezone.now(), "email", address, notice, games))
            if len(games) == 1 and (got := keep(message, user=0, kind="", at=timezone.now())):
                (game,) = games
                self.got[address, game] = got

    @classmethod
    def empty(cls) -> None:
        cls.works, cls.refuses, cls.bounces, cls.arrived, cls.away_at = True, set(), set(), [], []
        cls.got = {}


class PushService:
    """As a service of browsers: `gone` and `away` hold the endpoints that have ended, or answer nothing for now."""

    def __init__(self) -> None:
        self.gone: set[str] = set()
        self.away: set[str] = set()
        self._notice = 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Messages come here unsealed: no browser opens them."""
        deliver = Push.deliver
        with ExitStack() as stack:
            stack.enter_context(mock.patch.object(Push, "deliver", self._noting(deliver)))
            stack.enter_context(mock.patch.object(Client, "send", self._post))
            stack.enter_context(
                mock.patch("notifications.channels.push.carrier.seal", lambda content, **_: json.dumps(content))
            )
            stack.enter_context(mock.patch("notifications.channels.push.carrier.vapid.is_set_up", return_value=True))
            stack.enter_context(mock.patch("notifications.channels.push.carrier.vapid.sign", return_value={}))
            yield

    def _noting(self, deliver: Callable[..., None]) -> Callable[..., None]:
        """The same carrier, but it is known here which notice it carries: a message does not say."""

        def deliver_noted(carrier: Push, notice: Notice, *, now: datetime) -> None:
            self._notice = notice.pk
            deliver(carrier, notice, now=now)

        return deliver_noted

    def _post(self, method: str, url: str, *, data: str, **_: Any) -> Response:
        status = 410 if url in self.gone else 503 if url in self.away else 201
        if status == 201:
            games = find_games(json.loads(data)["url"])
            Sink.arrived.append(Sent(timezone.now(), "push", url, self._notice, games))
        return Response(status, b"", {})


def find_games(text: str) -> frozenset[int]:
    return frozenset(map(int, GAME.findall(text)))
