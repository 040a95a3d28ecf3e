"""An SMTP server that keeps what it is sent, to be read as its readers would."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.handlers import AsyncMessage

from tests.servers import free_port, wait_until


class Mailbox(AsyncMessage):
    """Use as a context manager; `mails` holds what has come, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[EmailMessage] = []
        self.controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self.url = f"smtp://127.0.0.1:{self.controller.port}"

    def __enter__(self) -> "Mailbox":
        self.controller.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.controller.stop()

    def prepare_message(self, session, envelope) -> EmailMessage:
        return message_from_bytes(envelope.content, policy=policy.default)

    async def handle_message(self, message: EmailMessage) -> None:
        self.mails.append(message)

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if address in mail["To"]]

    def wait_for(self, address: str, *, number: int) -> EmailMessage:
        """The mail that is the so-manieth to this address, counted from 1."""
        wait_until(lambda: len(self.to(address)) >= number, what=f"Mail {number} to {address}", within=60)
        return self.to(address)[number - 1]


def text_of(mail: EmailMessage) -> str:
    return mail.get_body(("plain",)).get_content()


def link_in(mail: EmailMessage, *, containing: str) -> str:
    """The first address in the text that holds this."""
    return next(link for link in re.findall(r"https?://[^\s<>\"]+", text_of(mail)) if containing in link)
