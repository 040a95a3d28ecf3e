"""Reads INBOUND_URL, which says how replies to emails come in."""

from environs import Env

from mastery_site.environment import ANYMAIL_PREFIX


def read_inbound(env: Env, *, address: str, sends_by: str) -> tuple[str, str]:
    """Returns the provider whose webhook brings replies, or the address of a mailbox; two empty texts if the site takes
    none.

    Without INBOUND_URL, the provider that sends our emails also brings the replies, if it can.
    """
    url = env.str("INBOUND_URL", "").strip()
    if not address:
        return "", ""
    if url.startswith(("imaps://", "imap://")):
        return "", url
    return (url.removeprefix(ANYMAIL_PREFIX).rstrip(":/") if url else sends_by), ""
