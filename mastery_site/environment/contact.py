"""Whom a push service may contact about our messages (RFC 8292, 2.1), in the forms that can be signed."""

import re
from email.utils import parseaddr
from urllib.parse import urlsplit

HOST = r"(?:localhost|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)"
CONTACT = re.compile(rf"mailto:[^\s@]+@{HOST}|https://{HOST}")
"""The only forms that py-vapid signs. With a port, a path or a final slash no push message would be sent."""


def find_contact(site_url: str, *, default_from: str) -> str:
    """Returns the site's bare host, or the address that its emails come from if the host cannot serve as a contact."""
    try:
        parts = urlsplit(site_url)
    except ValueError:  # the system checks report it
        parts = urlsplit("")
    site = f"https://{parts.hostname or ''}"
    return site if parts.scheme == "https" and CONTACT.fullmatch(site) else f"mailto:{parseaddr(default_from)[1]}"
