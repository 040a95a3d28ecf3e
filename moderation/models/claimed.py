"""What staff take out of a queue for a while, so that no two of them work on it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User

LEASE = timedelta(minutes=20)
"""How long a claim lasts unless it is renewed."""


def is_free_for(staff: User, *, now: datetime) -> Q:
    """The condition that nobody else works on it."""
    return Q(claimed_until=None) | Q(claimed_until__lte=now) | Q(claimed_by=staff)


class Claimed(models.Model):
    """Something that waits for staff, and who of them has it."""

    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="So long nobody else is given it.")

    class Meta:
        abstract = True

    def is_held(self, *, now: datetime) -> bool:
        """Whether anybody on the staff works on it."""
        return self.claimed_until is not None and self.claimed_until > now

    def is_held_from(self, staff: User, *, now: datetime) -> bool:
        """Whether somebody else on the staff works on it."""
        return self.is_held(now=now) and self.claimed_by_id != staff.pk
