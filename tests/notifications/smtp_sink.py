"""A real mail server on a port of its own, which keeps what it gets and misbehaves when told to."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

from tests.servers import START_WITHIN


class Sink:
    """A context: `mails` are what arrived, parsed. `reply` is how it answers: accept, 4xx, 5xx, drop or hang,
    each after `delay` seconds.

    `answers` is what it says at a stage in place of its usual answer (CONNECT, EHLO, AUTH, MAIL, RCPT, DATA), or "drop"
    where it hangs up. `refused` are addresses that it does not know (550). `url` is for EMAIL_URL, `port` for
    settings.EMAIL_PORT.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.attempts = 0
        self.sessions = 0
        self.reply = "accept"
        self.delay = 0.0
        self.refused: set[str] = set()
        self.answers: dict[str, str] = {}
        self._arrived = threading.Condition()

    def __enter__(self) -> Self:
        options = {"authenticator": self.authenticate, "auth_require_tls": False}
        self._controller = Staged(self, hostname="127.0.0.1", port=find_free_port(), **options)
        self._controller.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return self._controller.port

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}/"

    def sent_to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in list(self.mails) if address in mail["To"]]

    def wait_for(self, predicate: Callable[[EmailMessage], bool], timeout: float = START_WITHIN) -> EmailMessage:
        """The newest mail that the predicate accepts, waited for. Raises TimeoutError, naming what did arrive."""
        until = time.monotonic() + timeout
        with self._arrived:
            while True:
                if found := [mail for mail in self.mails if predicate(mail)]:
                    return found[-1]
                if not self._arrived.wait(until - time.monotonic()):
                    raise TimeoutError(f"Only these came: {[mail['Subject'] for mail in self.mails]}")

    def say(self, stage: str, server: SMTP) -> str:
        """What it says at this stage instead of its usual answer, if anything."""
        answer = self.answers.get(stage, "")
        if answer == "drop":
            server.transport.abort()
            return "421 Bye"
        return answer

    def authenticate(self, server, session, envelope, mechanism, data) -> AuthResult:
        answer = self.say("AUTH", server)
        return AuthResult(success=not answer, handled=False, message=answer or None)

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        self.sessions += 1
        if answer := self.say("EHLO", server):
            return [answer]
        session.host_name = hostname
        return responses

    async def handle_HELO(self, server, session, envelope, hostname):
        if answer := self.say("EHLO", server):
            return answer
        session.host_name = hostname
        return "250 sink"

    async def handle_MAIL(self, server, session, envelope, address, options):
        if answer := self.say("MAIL", server):
            return answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if answer := self.say("RCPT", server):
            return answer
        if address in self.refused:
            return "550 5.1.1 No such person here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.attempts += 1
        await asyncio.sleep(self.delay)
        if answer := self.say("DATA", server):
            return answer
        if self.reply == "hang":
            await asyncio.sleep(60)
        if self.reply == "drop":
            server.transport.abort()
        if self.reply != "accept":
            return {"4xx": "451 4.3.0 Try again later", "5xx": "554 5.7.1 Not wanted"}.get(self.reply, "421 Bye")
        with self._arrived:
            self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
            self._arrived.notify_all()
        return "250 OK"


class Greeting(SMTP):
    async def push(self, status):
        if str(status).startswith("220 ") and (answer := self.event_handler.say("CONNECT", self)):
            status = answer
        await super().push(status)


class Staged(Controller):
    def factory(self):
        return Greeting(self.handler, **self.SMTP_kwargs)


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
