"""Names that staff took away from people who have not chosen others yet: kept for them, so that they can log in."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.profile.names import look_of


class FormerName(models.Model):
    """The name that somebody had until staff removed it. Nobody can take it while this row is there, not even they.

    Only `accounts/people/renaming.py` writes it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="former_name"
    )
    name = models.CharField(max_length=20)
    look = models.CharField(max_length=20, unique=True, help_text="What the name looks like at a glance.")
    taken_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @classmethod
    def has(cls, name: str) -> bool:
        """Whether a name is, or looks like, one that staff took away from somebody who has none of their own yet."""
        return cls.objects.filter(look=look_of(name)).exists()
