"""What staff take out of a queue for a while, so that no two of them work on the same thing."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User

HOLD_LASTS = timedelta(minutes=20)
"""How long a hold lasts unless it is renewed."""


def is_free_for(staff: User, *, now: datetime) -> Q:
    """Returns the condition that no other member of staff works on it."""
    return Q(held_until=None) | Q(held_until__lte=now) | Q(held_by=staff)


class Held(models.Model):
    """Something that waits for staff, and the member of staff who holds it."""

    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_column="claimed_by_id",
    )
    held_until = models.DateTimeField(
        null=True, blank=True, db_column="claimed_until", help_text="So long nobody else is given it."
    )

    class Meta:
        abstract = True

    def is_held(self, *, now: datetime) -> bool:
        """Whether a member of staff works on it."""
        return self.held_until is not None and self.held_until > now

    def is_held_from(self, staff: User, *, now: datetime) -> bool:
        """Whether another member of staff works on it."""
        return self.is_held(now=now) and self.held_by_id != staff.pk
