"""The headers of a mail."""

from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import getaddresses

MOST_BYTES = 256 * 1024


def parse(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw[:MOST_BYTES], policy=policy.default)


def read_header(mail: Message, name: str) -> str:
    return " ".join(str(mail.get(name, "")).split())[:1000]


def read_headers(mail: Message, name: str) -> list[str]:
    return [" ".join(str(value).split()) for value in mail.get_all(name, [])[:20]]


def read_addresses(mail: Message, *names: str) -> list[str]:
    return [pair[1].lower() for name in names for pair in getaddresses(read_headers(mail, name)) if pair[1]]


def read_sender(mail: Message) -> str:
    found = read_addresses(mail, "From")
    return found[0] if len(found) == 1 else ""


def read_message_id(mail: Message) -> str:
    return read_header(mail, "Message-ID")[:200]
