"""Names of closed accounts, which nobody else may take, since old friends would write to a stranger."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from accounts.profile.names import look_of
from core.sealing import Unreadable, seal, unseal

SALT = "accounts.kept_name"
PURPOSE = b"accounts.kept_name"


class NameKey(models.Model):
    """A random key under which names are hashed. It is sealed, and can be sealed anew, so that a name outlasts the
    SECRET_KEY of its day.

    The site has one such key, unless it has lost the SECRET_KEY that opens it.
    """

    sealed = models.TextField()

    def __str__(self) -> str:
        return f"Key {self.pk} of names"

    def read(self) -> str:
        """Raises Unreadable."""
        return unseal(self.sealed, purpose=PURPOSE)

    def is_readable(self) -> bool:
        try:
            return bool(self.read())
        except Unreadable:
            return False

    def seal_anew(self) -> bool:
        """Seals it under SECRET_KEY; returns whether it could be read."""
        if readable := self.is_readable():
            NameKey.objects.filter(pk=self.pk).update(sealed=seal(self.read(), purpose=PURPOSE))
        return readable

    @classmethod
    def find_present(cls) -> tuple[NameKey, str]:
        """The key for a name that is kept now; the first name of all makes it."""
        if found := next(cls.list_readable(), None):
            return found
        secret = secrets.token_urlsafe(32)
        return cls.objects.create(sealed=seal(secret, purpose=PURPOSE)), secret

    @classmethod
    def list_readable(cls) -> Iterator[tuple[NameKey, str]]:
        return ((row, row.read()) for row in cls.objects.order_by("pk") if row.is_readable())


class KeptName(models.Model):
    """The look of a name, as a keyed hash: the name itself is not kept."""

    mark = models.CharField(max_length=64, primary_key=True)
    key = models.ForeignKey(
        NameKey,
        on_delete=models.PROTECT,
        null=True,
        help_text="Empty where it is hashed under the SECRET_KEY of its day, as before version 1.1.0.",
    )

    def __str__(self) -> str:
        return self.mark[:8]

    @classmethod
    def keep(cls, name: str) -> None:
        row, secret = NameKey.find_present()
        cls.objects.get_or_create(mark=mark_of(name, key=secret), defaults={"key": row})

    @classmethod
    def has(cls, name: str) -> bool:
        """Whether a name is, or looks like, that of a closed account."""
        keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, *(secret for _, secret in NameKey.list_readable())]
        return cls.objects.filter(mark__in=[mark_of(name, key=key) for key in keys]).exists()


def mark_of(name: str, *, key: str) -> str:
    """The keyed hash of a name."""
    return salted_hmac(SALT, look_of(name), secret=key, algorithm="sha256").hexdigest()
