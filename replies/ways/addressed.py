"""Whether a mail was sent to the address of this site for answers."""

from email.message import Message

from django.conf import settings

from replies.mails import parsing
from replies.receiving import IN_TO


def is_to_us(mail: Message) -> bool:
    """Also where its token is wrong or there is none."""
    return any(is_our_address(address) for address in parsing.read_addresses(mail, *IN_TO))


def is_our_address(address: str) -> bool:
    local, _, domain = settings.REPLY_ADDRESS.lower().rpartition("@")
    given, _, host = address.lower().rpartition("@")
    return bool(domain) and host == domain and (local == "*" or given == local or given.startswith(f"{local}+"))
