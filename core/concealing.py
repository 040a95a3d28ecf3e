"""Takes the secrets of the site's settings out of what is shown: a server's own words may repeat what it was told."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl, quote, quote_plus, unquote

from django.conf import settings

NAMED = re.compile(r"(?:SECRET|TOKEN|KEY|PASS|PASSWORD|DSN)(?:_|$)", re.IGNORECASE)
"""Ends and middles of names of settings, and of options in addresses, whose values are secrets."""
SHORTEST = 3
"""What is shorter would take apart every sentence."""
HIDDEN = "•••"


def conceal(text: str) -> str:
    """The text without the secrets of settings, whichever way they are written."""
    for secret in sorted(list_secrets(os.environ), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text


def list_secrets(environ: Mapping[str, str]) -> set[str]:
    """Everything in the environment that must not be shown, and the keys that the site made for itself."""
    made = (settings.SECRET_KEY, settings.VAPID_PRIVATE_KEY, settings.REPLY_MAILBOX, settings.TELEGRAM_BOT_TOKEN)
    own = getattr(settings, "EMAIL_HOST_PASSWORD", "")
    found = {own, *made, *_in_address(settings.REPLY_MAILBOX)}
    for name, value in environ.items():
        found.update(_in_address(value))
        if NAMED.search(name):
            parts = re.split(r"[,\s]+", value)  # several keys, and a name before its password
            found.update((value, *parts, *(part.partition(":")[2] for part in parts)))
    spelt = {way for secret in found if len(secret.strip()) >= SHORTEST for way in _spell(secret.strip())}
    return {secret for secret in spelt if len(secret) >= SHORTEST}


def _in_address(value: str) -> Iterator[str]:
    """The passwords in an address, as `scheme://user:password@host/?key=secret`. A user without a password is one, too,
    as in SENTRY_DSN."""
    for each in value.split(","):
        scheme, _, rest = each.strip().partition("://")
        if not rest:
            continue
        within = rest.rpartition("@")[0]
        password = within.partition(":")[2]
        yield password
        yield from re.split(r"[/?#&=]", password)  # signs that should have been encoded: what reads it takes it apart
        if scheme.startswith("http"):
            yield within
        yield from (told for name, told in parse_qsl(rest.partition("?")[2]) if NAMED.search(name))


def _spell(secret: str) -> Iterator[str]:
    """As it is, percent-encoded or not, and as log-ins carry it."""
    plain = unquote(secret)
    yield from (secret, plain, quote(plain, safe=""), quote_plus(plain), repr(plain)[1:-1])
    for name in (b"", b"\0"):
        yield base64.b64encode(name + plain.encode()).decode().rstrip("=")
