"""Checks of the variables about requests that the site sends to other servers."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from urllib.parse import urlsplit

from core.allowed_requests import NAMED
from mastery_site.checks.malformed import Malformed, split
from mastery_site.environment.contact import CONTACT
from mastery_site.environment.keys import P256_ORDER
from mastery_site.environment.variables import list_origins


def check_vapid_private_key(value: str) -> None:
    try:
        number = int.from_bytes(base64.b64decode(f"{value.rstrip('=')}=", altchars=b"-_", validate=True), "big")
    except ValueError:
        number = 0
    if len(value.rstrip("=")) != 43 or not 0 < number < P256_ORDER:
        raise Malformed("must be a key of the curve P-256 in base64url; manage.py vapid makes one")


def check_vapid_subject(value: str) -> None:
    if not CONTACT.fullmatch(value):
        raise Malformed("must be a bare host or an address, like https://games.example.org or mailto:games@example.org")


def check_push_hosts(value: str) -> None:
    for host in (part.strip() for part in value.split(",")):
        name = host.removeprefix("*.")
        if "." not in name or not all(part.replace("-", "").isalnum() for part in name.split(".")):
            raise Malformed(f"must be names of hosts with commas between, such as *.push.example.org: “{host}” is none")


def check_outgoing_hosts(value: str) -> None:
    for origin in (part.strip().rstrip("/") for part in value.split(",")):
        parts = split(origin, schemes={"http", "https"}, example="https://ntfy.lan:8443")
        if origin != f"{parts.scheme}://{parts.netloc}" or parts.username or origin != origin.lower():
            raise Malformed(f"must be schemes and hosts alone, such as https://ntfy.lan:8443: “{origin}” is none")


def check_ping_url(value: str) -> None:
    parts = split(value, schemes={"http", "https"}, example="https://hc-ping.com/your-uuid")
    if parts.username is not None or parts.fragment or not value.isascii() or " " in value:
        raise Malformed("must be an address without a name, a password or a #, like https://hc-ping.com/your-uuid")


def find_conflicts(environ: Mapping[str, str]) -> list[str]:
    """Returns a sentence for each of these variables that is well-formed but does not fit the others."""
    address = environ.get("PING_URL", "").strip()
    if not address:
        return []
    parts = urlsplit(address)
    if f"{parts.scheme}://{parts.netloc}".lower() in list_origins(environ.get("OUTGOING_HOSTS", "")):
        return []
    if parts.scheme == "https" and parts.port in (None, 443) and NAMED.fullmatch(parts.hostname or ""):
        return []
    origin = f"{parts.scheme}://{parts.netloc}"
    return [
        f"PING_URL must be https:// at the usual port of a named host, or OUTGOING_HOSTS must name {origin}, which is "
        "then taken for a server of your own network."
    ]
