"""Encrypts what a copy of the database alone should not give away.

The key comes from SECRET_KEY. What was sealed under one of SECRET_KEY_FALLBACKS can still be read.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class Unreadable(Exception):
    """The secret was sealed under a key that this site does not have, or is no secret at all."""

    silent_variable_failure = True  # in templates it shows as nothing, and the page is not lost


def seal(secret: str, *, purpose: bytes) -> str:
    """What is sealed for one purpose cannot be read for another."""
    return _box(purpose).encrypt(secret.encode()).decode()


def unseal(sealed: str, *, purpose: bytes) -> str:
    """The secret. Raises Unreadable."""
    try:
        return _box(purpose).decrypt(sealed).decode()
    except (InvalidToken, ValueError):  # of letters that no token has
        raise Unreadable from None


def _box(purpose: bytes) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derive_key(secret, purpose)) for secret in keys])


def _derive_key(secret: str, purpose: bytes) -> bytes:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
    return base64.urlsafe_b64encode(derived)
