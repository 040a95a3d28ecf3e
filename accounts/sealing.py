"""Encrypts the secrets of second factors: a copy of the database alone lets nobody in.

The key comes from SECRET_KEY. What was sealed under one of SECRET_KEY_FALLBACKS can still be read.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

MARK = "sealed:"
"""Secrets without this prefix were stored before they were sealed, and are read as they are."""
PURPOSE = b"accounts.second_factor"


class Unreadable(Exception):
    """The secret was sealed under a key that this site does not have."""

    silent_variable_failure = True  # in templates it shows as nothing, and the page is not lost


def seal(secret: str) -> str:
    return MARK + _box().encrypt(secret.encode()).decode()


def unseal(stored: str) -> str:
    """The secret. Raises Unreadable."""
    if not stored.startswith(MARK):
        return stored
    try:
        return _box().decrypt(stored.removeprefix(MARK)).decode()
    except InvalidToken:
        raise Unreadable from None


def list_unreadable() -> Iterator[Authenticator]:
    """Second factors whose secrets can no longer be read, with their users."""
    for factor in Authenticator.objects.select_related("user").order_by("pk").iterator():
        secrets = [factor.data.get("secret"), factor.data.get("seed"), *(factor.data.get("migrated_codes") or [])]
        try:
            for secret in secrets:
                unseal(secret or "")
        except Unreadable:
            yield factor


def _box() -> MultiFernet:
    return MultiFernet(
        [Fernet(_derive_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _derive_key(secret: str) -> bytes:
    derived = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return base64.urlsafe_b64encode(derived)
