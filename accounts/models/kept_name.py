"""Names of closed accounts, which nobody else may take, since old friends would write to a stranger."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from accounts.names import look_of

SALT = "accounts.kept_name"


class KeptName(models.Model):
    """The look of a name, as a keyed hash: the name itself is not kept."""

    mark = models.CharField(max_length=64, primary_key=True)

    def __str__(self) -> str:
        return self.mark[:8]

    @classmethod
    def keep(cls, name: str) -> None:
        cls.objects.get_or_create(mark=mark_of(name))

    @classmethod
    def has(cls, name: str) -> bool:
        """Whether a name is, or looks like, that of a closed account."""
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        return cls.objects.filter(mark__in=[mark_of(name, key=key) for key in keys]).exists()


def mark_of(name: str, *, key: str = "") -> str:
    """The keyed hash of a name, by the present key unless another is given."""
    return salted_hmac(SALT, look_of(name), secret=key or None, algorithm="sha256").hexdigest()
