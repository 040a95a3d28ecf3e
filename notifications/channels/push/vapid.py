"""The key pair by which push services recognise the messages of this site (RFC 8292)."""

import time
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import Vapid02, VapidException, b64urlencode

from notifications.faults import SharedFault

LASTS = 12 * 3600
"""Seconds for which a signature is valid; services accept a day at most."""
UNCOMPRESSED = 0x04
"""The first byte of an uncompressed point of the curve."""


def is_set_up() -> bool:
    """Whether this site can send push messages at all."""
    return bool(settings.VAPID_PRIVATE_KEY)


@cache
def _load(private_key: str) -> Any:
    return Vapid02.from_string(private_key)


def public_key() -> str:
    """Returns what a browser needs to subscribe: the point on the curve, in base64url."""
    numbers = _load(settings.VAPID_PRIVATE_KEY).public_key.public_numbers()
    point = bytes([UNCOMPRESSED]) + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    return b64urlencode(point)


class CannotSign(SharedFault):
    """No message can be signed with this site's key and contact; `str(error)` says why, for staff."""


def find_fault() -> str:
    """Says why this site cannot sign messages; empty if it can."""
    return _find_fault(settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT)


@cache
def _find_fault(key: str, subject: str) -> str:
    """Caches the result for the settings that it depends on."""
    try:
        sign("https://push.example.org/")
    except CannotSign as error:
        return str(error)
    return ""


def sign(endpoint: str) -> dict[str, str]:
    """Returns the header that tells the service at `endpoint` who sends, and whom to contact about it. Raises
    CannotSign."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.VAPID_SUBJECT,
        "exp": int(time.time()) + LASTS,
    }
    try:
        return dict(_load(settings.VAPID_PRIVATE_KEY).sign(claims))
    except (VapidException, ValueError) as error:
        told = f"{type(error).__name__}: {error}"
        raise CannotSign(f"Push messages cannot be signed for {settings.VAPID_SUBJECT}: {told}") from error
