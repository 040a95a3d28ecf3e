"""An appeal against a restriction of a person. Only `moderation/appeals.py` writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Restriction
from moderation.models.held import Held


class Appeal(Held):
    """The one appeal against one restriction, and its answer."""

    class Outcome(models.TextChoices):
        REVERSED = "reversed", "We have reversed it"
        UPHELD = "upheld", "It stands"

    restriction = models.OneToOneField(Restriction, on_delete=models.CASCADE, related_name="appeal")
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(max_length=1000, blank=True, help_text="What the person reads.")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome="", answered_at=None) | (~Q(outcome="") & Q(answered_at__isnull=False)),
                name="appeal_answered_with_outcome",
            )
        ]
        indexes = [models.Index(fields=["made_at"], condition=Q(answered_at=None), name="appeal_in_queue")]

    def __str__(self) -> str:
        return f"Appeal {self.pk} by {self.restriction.user}"

    @property
    def is_open(self) -> bool:
        return self.answered_at is None
