"""To whom a mail was sent: the address of this site for answers, and the token in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from django.conf import settings

from notifications import reply_tokens
from notifications.reply_tokens import Addressed, BadToken
from replies.incoming import Incoming
from replies.mails import parsing, proof

WRITTEN_TO = ("To", "Cc")
"""Where its writer said whom it is for."""
IN_TO = (*WRITTEN_TO, "Delivered-To", "X-Original-To", "Envelope-To")


@dataclass(frozen=True, slots=True)
class Found:
    """The first good token to which a mail was sent; else the first that looks like one."""

    token: str = ""
    addressed: Addressed | None = None
    """What a good one says."""


def find_token(incoming: Incoming) -> Found:
    bad = ""
    for token in list_tokens([*incoming.recipients, *parsing.read_addresses(incoming.mail, *IN_TO)]):
        try:
            return Found(token, reply_tokens.read(token))
        except BadToken:
            bad = bad or token
    return Found(bad)


def list_tokens(addresses: list[str]) -> Iterator[str]:
    return (token for address in addresses if (token := reply_tokens.find_token(address)))


def is_written_to(mail: Message, *, token: str) -> bool:
    """Whether its writer sent it to this token, and signed that: it stands in the one To or the one Cc."""
    once = [name for name in WRITTEN_TO if len(list(parsing.read_raw(mail.raw_items(), name))) == 1]
    signed = [name for name in once if proof.is_covered(mail, name)]
    return token in list_tokens(parsing.read_addresses(mail, *signed))


def is_to_us(mail: Message, *, recipients: tuple[str, ...] = ()) -> bool:
    """Also where its token is wrong or there is none."""
    return any(is_our_address(address) for address in (*recipients, *parsing.read_addresses(mail, *IN_TO)))


def is_our_address(address: str) -> bool:
    local, _, domain = settings.REPLY_ADDRESS.lower().rpartition("@")
    given, _, host = address.lower().rpartition("@")
    return bool(domain) and host == domain and (local == "*" or given == local or given.startswith(f"{local}+"))
