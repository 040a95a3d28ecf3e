"""Reads INBOUND_URL: how answers to emails come in."""

from environs import Env

from mastery_site.environment import ANYMAIL_PREFIX


def read_inbound(env: Env, *, address: str, sends_by: str) -> tuple[str, str]:
    """INBOUND_URL: the provider that brings answers by its webhook, or the address of a mailbox; nothing where no
    answers are taken. Without it the provider that sends brings them, too, if it can."""
    url = env.str("INBOUND_URL", "").strip()
    if not address:
        return "", ""
    if url.startswith(("imaps://", "imap://")):
        return "", url
    return (url.removeprefix(ANYMAIL_PREFIX).rstrip(":/") if url else sends_by), ""
