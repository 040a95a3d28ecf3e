"""Whom a push service may ask about our messages (RFC 8292, 2.1), in the forms in which a message can be signed."""

import re
from email.utils import parseaddr
from urllib.parse import urlsplit

HOST = r"(?:localhost|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)"
CONTACT = re.compile(rf"mailto:[^\s@]+@{HOST}|https://{HOST}")
"""py-vapid signs for no other: with a port, a path or a final slash no push message would leave."""


def find_contact(site_url: str, *, default_from: str) -> str:
    """The site by its bare host, or the address its emails come from where that is no contact."""
    try:
        parts = urlsplit(site_url)
    except ValueError:  # the checks name it
        parts = urlsplit("")
    site = f"https://{parts.hostname or ''}"
    return site if parts.scheme == "https" and CONTACT.fullmatch(site) else f"mailto:{parseaddr(default_from)[1]}"
