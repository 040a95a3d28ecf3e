"""Reads mails as their readers would."""

import re
from email.message import EmailMessage

from tests.notifications.smtp_sink import Sink
from tests.servers import wait_until


def wait_for_mail(sink: Sink, address: str, *, number: int) -> EmailMessage:
    """The mail that is the so-manieth to this address, counted from 1."""
    wait_until(lambda: len(sink.sent_to(address)) >= number, what=f"Mail {number} to {address}")
    return sink.sent_to(address)[number - 1]


def text_of(mail: EmailMessage) -> str:
    """The text as its reader sees it, without the line ends of the post."""
    return mail.get_body(("plain",)).get_content().replace("\r\n", "\n")


def link_in(mail: EmailMessage, *, containing: str) -> str:
    """The first address in the text that holds this."""
    return next(link for link in re.findall(r"https?://[^\s<>\"]+", text_of(mail)) if containing in link)
