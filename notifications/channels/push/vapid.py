"""The key pair by which push services know the messages of this site (RFC 8292)."""

import time
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import Vapid02, VapidException, b64urlencode

from notifications.faults import SharedFault

LASTS = 12 * 3600
"""Seconds for which a signature holds; a day is the most that services take."""
UNCOMPRESSED = 0x04
"""The first byte of a point of the curve that is written in full."""


def is_set_up() -> bool:
    """Whether this site can send push messages at all."""
    return bool(settings.VAPID_PRIVATE_KEY)


@cache
def _load(private_key: str) -> Any:
    return Vapid02.from_string(private_key)


def public_key() -> str:
    """What a browser wants to know when it subscribes: the point on the curve, in base64url."""
    numbers = _load(settings.VAPID_PRIVATE_KEY).public_key.public_numbers()
    point = bytes([UNCOMPRESSED]) + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    return b64urlencode(point)


class CannotSign(SharedFault):
    """No message can be signed by the key and for the contact of this site; `str(error)` says why, for staff."""


def find_fault() -> str:
    """Why this site cannot sign what it sends; empty where it can."""
    return _find_fault(settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT)


@cache
def _find_fault(key: str, subject: str) -> str:
    """By the settings that it depends on."""
    try:
        sign("https://push.example.org/")
    except CannotSign as error:
        return str(error)
    return ""


def sign(endpoint: str) -> dict[str, str]:
    """The header that tells the service at `endpoint` who sends, and whom to ask about it. Raises CannotSign."""
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
