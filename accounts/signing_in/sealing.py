"""Encrypts the secrets of second factors: a copy of the database alone lets nobody in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction

from core import sealing
from core.sealing import Unreadable

MARK = "sealed:"
"""Secrets without this prefix were stored before they were sealed, and are read as they are."""
SECRETS = {"secret", "seed", "migrated_codes"}
"""What allauth calls the sealed values of a second factor."""
PURPOSE = b"accounts.second_factor"


def seal(secret: str) -> str:
    return MARK + sealing.seal(secret, purpose=PURPOSE)


def unseal(stored: object) -> str:
    """The secret. Raises Unreadable, also for what is no text, as a damaged backup may have it."""
    if not isinstance(stored, str):
        raise Unreadable
    if not stored.startswith(MARK):
        return stored
    return sealing.unseal(stored.removeprefix(MARK), purpose=PURPOSE)


def list_unreadable(using: str | None = None) -> Iterator[Authenticator]:
    """Second factors whose secrets can no longer be read, with their users; also of another database."""
    for factor in Authenticator.objects.using(using).select_related("user").order_by("pk").iterator():
        try:
            for secret in _list_secrets(factor):
                unseal(secret)
        except Unreadable:
            yield factor


def seal_anew(pk: int) -> bool:
    """Seals the secrets of a second factor under SECRET_KEY, whatever they were sealed under, or if they were not.

    Returns whether they could be read; otherwise nothing is changed.
    """
    with transaction.atomic():
        factor = Authenticator.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if factor is None:  # taken away meanwhile
            return True
        try:
            _list_secrets(factor)
            data = {name: _reseal(value) if name in SECRETS else value for name, value in factor.data.items()}
        except Unreadable:
            return False
        Authenticator.objects.filter(pk=pk).update(data=data)
        return True


def _reseal(value: Any) -> Any:
    return [_reseal(one) for one in value] if isinstance(value, list) else seal(unseal(value))


def _list_secrets(factor: Authenticator) -> list[Any]:
    """What allauth unseals of it. Raises Unreadable for a shape that allauth does not write."""
    match factor.type, factor.data:
        case Authenticator.Type.TOTP, {"secret": secret}:
            return [secret]
        case Authenticator.Type.RECOVERY_CODES, {"migrated_codes": list(codes)}:
            return codes
        case Authenticator.Type.RECOVERY_CODES, {"seed": seed, "used_mask": int()}:
            return [seed]
        case Authenticator.Type.WEBAUTHN, dict():
            return []
    raise Unreadable
